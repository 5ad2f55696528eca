import { isArray, type JsonValue } from "../../runtime/data/model/values.js";
import { array, code, entry, number, object, quote } from "./code.js";
import type { Doc } from "./doc.js";

/** JSON as a literal with exactly this value. */
export function literal(value: JsonValue): Doc {
  if (typeof value === "string") return quote(value);
  // As JSON writes them: zero has no sign, and what is not finite is null.
  if (typeof value === "number") return Number.isFinite(value) ? number(value + 0) : code`null`;
  if (typeof value === "boolean") return value ? code`true` : code`false`;
  if (value === null) return code`null`;
  if (isArray(value)) return array(value.map(literal));
  return object(Object.entries(value).map(([name, member]) => entry(name, literal(member))));
}
