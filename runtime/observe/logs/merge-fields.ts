import { isObject, type JsonObject, type JsonValue, member, setMember } from "../../data/model/values.js";

/** How deep objects of custom fields may nest. */
const maxNesting = 50;

/**
 * Both objects in one: objects of the same name are merged, other values are replaced where they stand, and `null`
 * removes a member.
 * @throws RangeError if they nest too deep
 */
export function mergeFields(fields: JsonObject, added: JsonObject, nesting = 0): JsonObject {
  if (nesting >= maxNesting) throw new RangeError("The fields nest too deep.");
  const merged = new Map<string, JsonValue>(Object.entries(fields));
  for (const [name, value] of Object.entries(added)) {
    if (isNothing(value)) merged.delete(name);
    else merged.set(name, isObject(value) ? mergeFields(objectOf(fields, name), value, nesting + 1) : value);
  }
  return toObject(merged);
}

/** JSON writes numbers that are not finite as `null`, so they count as `null`. */
function isNothing(value: JsonValue): boolean {
  return value === null || (typeof value === "number" && !Number.isFinite(value));
}

function objectOf(fields: JsonObject, name: string): JsonObject {
  const value = member(fields, name);
  return isObject(value) ? value : {};
}

function toObject(members: ReadonlyMap<string, JsonValue>): JsonObject {
  const object: Record<string, JsonValue> = {};
  for (const [name, value] of members) setMember(object, name, value);
  return object;
}
