import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../../runtime/data/model/values.js";
import type { JsonSchema } from "../../syntax/contract.js";

type Definitions = ReadonlyMap<string, JsonSchema>;

/**
 * The keywords of a schema that Ajv would not apply as JSON Schema says, if there are any: the items that `contains`
 * finds do not count as evaluated. Looks into all schemas inside, but not into the definitions that they refer to.
 */
export function unsupported(json: JsonValue, definitions: Definitions): string | undefined {
  const pending: JsonValue[] = [json];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (isArray(next)) pending.push(...next);
    else if (isObject(next)) {
      if (member(next, "unevaluatedItems") !== undefined && seesContains(next, definitions))
        return "unevaluatedItems beside contains";
      pending.push(...Object.values(next));
    }
  }
  return undefined;
}

/** Looks for `contains` in a schema, and in those that look at the same value. */
function seesContains(schema: JsonObject, definitions: Definitions): boolean {
  const seen = new Set<JsonValue>([schema]);
  // Iterating over a set includes what is added meanwhile.
  for (const one of seen) {
    if (!isObject(one)) continue;
    if (member(one, "contains") !== undefined) return true;
    for (const part of partsOf(one, definitions)) seen.add(part);
  }
  return false;
}

/** The schemas that a schema applies to the value itself. */
function partsOf(schema: JsonObject, definitions: Definitions): readonly JsonValue[] {
  const target = member(schema, "$ref");
  const definition = typeof target === "string" ? definitions.get(target)?.json : undefined;
  const lists = ["allOf", "anyOf", "oneOf"].map((name) => member(schema, name));
  const singles = ["if", "then", "else"].map((name) => member(schema, name));
  const dependent = member(schema, "dependentSchemas");
  return [
    definition,
    ...lists.flatMap((list) => (isArray(list) ? list : [])),
    ...singles,
    ...(isObject(dependent) ? Object.values(dependent) : []),
  ].filter((part) => part !== undefined);
}
