import { isArray, type JsonValue } from "../data-model/values.js";
import { checkLength, made, mayHaveRepeated } from "../limits/work.js";

/**
 * JSON as text. What a loop repeats is in memory once and in the text each time, so its length has a bound.
 * @param indent spaces per level; all in one line without it
 * @throws WorkLimitError
 */
export function jsonText(value: JsonValue, indent?: number): string {
  if (mayHaveRepeated()) checkLength(leastLength(value));
  return made(JSON.stringify(value, undefined, indent));
}

/** How long the text of a value is at least; an honest one is not much longer. */
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
