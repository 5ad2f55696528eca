import { isArray, type JsonValue } from "../../runtime/data-model/values.js";
import { array, entry, object, quote } from "./code.js";
import { type Doc, text } from "./doc.js";

/** JSON as a literal with exactly this value. */
export function literal(value: JsonValue): Doc {
  if (typeof value === "string") return quote(value);
  if (isArray(value)) return array(value.map(literal));
  if (typeof value !== "object" || value === null) return text(JSON.stringify(value));
  return object(Object.entries(value).map(([name, member]) => entry(name, literal(member))));
}
