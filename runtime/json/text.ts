import { formatNumber } from "../data-model/number.js";
import { isArray, type JsonValue } from "../data-model/values.js";
import { checkLength, made, mayHaveRepeated, spend } from "../limits/work.js";

/** The string-value of the element that holds the value: the text of all that is in it, in document order. */
export function textOf(value: JsonValue): string {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      return formatNumber(value);
    case "boolean":
      return value ? "true" : "false";
    default:
      return value === null ? "" : textWithin(value);
  }
}

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

/** With an explicit stack, since JSON from outside nests as deep as its sender likes. */
function textWithin(container: JsonValue): string {
  let text = "";
  const pending: JsonValue[] = [container];
  while (pending.length > 0) {
    const value = pending.pop();
    spend();
    if (value === undefined || value === null) continue;
    if (typeof value !== "object") {
      text += textOf(value);
      continue;
    }
    const members = isArray(value) ? value : Object.values(value);
    for (let index = members.length - 1; index >= 0; index--) pending.push(members[index] as JsonValue);
  }
  return text;
}
