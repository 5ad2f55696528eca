import { unrounded } from "../data/json/long-integers.js";
import { isArray, type JsonArray, type JsonValue } from "../data/model/values.js";

/** Equality as JSON Schema defines it: the order of members does not matter. */
export function equal(a: JsonValue, b: JsonValue): boolean {
  return canonical(a) === canonical(b);
}

/**
 * Whether no two items are equal. Takes linear time: if each were compared with every other, a client could choose the
 * cost.
 */
export function uniqueItems(items: JsonArray): boolean {
  return new Set(unrounded(items).map(canonical)).size === items.length;
}

/** JSON with sorted members. */
function canonical(value: JsonValue): string {
  if (isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")}}`;
}
