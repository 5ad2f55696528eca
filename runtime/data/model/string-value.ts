import { read, spend } from "../../base/work.js";
import { formatNumber } from "./number.js";
import { isArray, type JsonValue } from "./values.js";

/** The string-value of the element that holds the value: all text inside it, in document order. */
export function stringValue(value: JsonValue): string {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      return formatNumber(value);
    case "boolean":
      return value ? "true" : "false";
    case "bigint":
      return String(value);
    default:
      return value === null ? "" : textWithin(value);
  }
}

/** Uses a stack of its own, since JSON from outside nests as deep as its sender likes. */
function textWithin(container: JsonValue): string {
  let text = "";
  const pending: JsonValue[] = [container];
  while (pending.length > 0) {
    const value = pending.pop();
    spend();
    if (value === undefined || value === null) continue;
    if (typeof value !== "object") {
      text += stringValue(value);
      continue;
    }
    const members = isArray(value) ? value : Object.values(value);
    for (let index = members.length - 1; index >= 0; index--) pending.push(members[index] as JsonValue);
  }
  return read(text);
}
