import { isObject, type JsonValue, setMember } from "../../../runtime/data/model/values.js";
import { jsonOf } from "../schema/json-schema.js";
import type { Located } from "../yaml/references.js";

/** Schemas nested deeper, as those are that contain themselves, have no instance. */
const maxDepth = 20;

/** How many schemas of one description are looked into. References can repeat one without end. */
const maxSchemas = 100_000;

/**
 * Instances of schemas, made of what their authors give: `example`, the first of `examples`, `default`, `const` or the
 * first of `enum`. Where a schema has none of them, an object is made of those of its properties, and an array of that of
 * its items. Nothing is made up, so a schema whose required properties say nothing has no instance.
 */
export class SchemaInstances {
  #seen = 0;

  /** `undefined` if there is none. */
  of(schema: Located, depth = 0): JsonValue | undefined {
    if (depth > maxDepth || ++this.#seen > maxSchemas) return undefined;
    const given = givenBy(schema);
    if (given !== undefined) return given;
    const items = schema.find("items");
    if (items === undefined) return this.#object(schema, depth);
    const item = this.of(items, depth + 1);
    return item === undefined ? undefined : [item];
  }

  #object(schema: Located, depth: number): JsonValue | undefined {
    const made: Record<string, JsonValue> = {};
    const required: string[] = [];
    this.#add(schema, depth, made, required);
    const isWhole = required.every((name) => Object.hasOwn(made, name));
    return isWhole && Object.keys(made).length > 0 ? made : undefined;
  }

  /** Adds the properties of a schema and of all that it consists of, and the names of those that have to be there. */
  #add(schema: Located, depth: number, made: Record<string, JsonValue>, required: string[]): void {
    if (depth > maxDepth || ++this.#seen > maxSchemas) return;
    for (const part of schema.get("allOf").items) {
      const json = givenBy(part);
      if (json !== undefined && isObject(json))
        for (const [name, value] of Object.entries(json)) setMember(made, name, value);
      else this.#add(part, depth + 1, made, required);
    }
    for (const [name, property] of schema.get("properties").members) {
      const value = this.of(property, depth + 1);
      if (value !== undefined) setMember(made, name, value);
    }
    for (const name of schema.get("required").items) required.push(String(jsonOf(name)));
  }
}

function givenBy(schema: Located): JsonValue | undefined {
  const given =
    schema.find("example") ??
    schema.get("examples").items[0] ??
    schema.find("default") ??
    schema.find("const") ??
    schema.get("enum").items[0];
  return given && jsonOf(given.target ?? given);
}
