import { checkLength, made, mayHaveRepeated } from "../../base/work.js";
import { isArray, type JsonValue } from "../model/values.js";
import { writeJson } from "./long-integers.js";

/**
 * JSON as text. What a loop repeats is in memory once but in the text each time, so its length has a bound.
 * @param indent spaces per level; without it, all is on one line
 * @throws WorkLimitError
 */
export function jsonText(value: JsonValue, indent?: number): string {
  if (mayHaveRepeated()) checkLength(leastLength(value));
  return made(writeJson(value, indent));
}

/**
 * The same of data that a handler has made: no loop of flows has repeated anything in it, and it may contain itself, which
 * `JSON.stringify` finds at once.
 * @throws TypeError
 */
export function dataText(data: unknown): string {
  return made(writeJson(data as JsonValue));
}

/** The least length that the text of a value can have. The true length is seldom much more. */
function leastLength(top: JsonValue): number {
  let length = 0;
  const pending: JsonValue[] = [top];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === "string") length += value.length;
    length += 2;
    if (typeof value !== "object" || value === null) continue;
    checkLength(length);
    if (isArray(value)) {
      for (const item of value) pending.push(item);
    } else {
      for (const name in value) {
        length += name.length;
        pending.push(value[name] as JsonValue);
      }
    }
  }
  return length;
}
