import { isObject, type JsonValue, setMember } from "../../../runtime/data/model/values.js";
import { jsonOf } from "../schema/json-schema.js";
import type { NormalSchema } from "../schema/normal-schema.js";

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

  /**
   * `undefined` if there is none.
   * @param hops how many references lead there
   */
  of(schema: NormalSchema, depth = 0, hops = 0): JsonValue | undefined {
    if (depth > maxDepth || ++this.#seen > maxSchemas) return undefined;
    const given = givenBy(schema);
    if (given !== undefined) return given;
    if (schema.isAlias)
      return hops < maxDepth ? schema.reference && this.of(schema.reference, depth, hops + 1) : undefined;
    const { firstItems, items } = schema;
    if (items === undefined && firstItems.length === 0) return this.#object(schema, depth);
    const all = firstItems.length > 0 ? firstItems : [items];
    const made = all.map((item) => item && this.of(item, depth + 1)).filter((item) => item !== undefined);
    return made.length < all.length ? undefined : made;
  }

  #object(schema: NormalSchema, depth: number): JsonValue | undefined {
    const made: Record<string, JsonValue> = {};
    const required: string[] = [];
    this.#add(schema, depth, made, required);
    const isWhole = required.every((name) => Object.hasOwn(made, name));
    return isWhole && Object.keys(made).length > 0 ? made : undefined;
  }

  /** Adds the properties of a schema and of all that it consists of, and the names of those that have to be there. */
  #add(schema: NormalSchema, depth: number, made: Record<string, JsonValue>, required: string[]): void {
    if (depth > maxDepth || ++this.#seen > maxSchemas) return;
    const { reference } = schema;
    for (const part of [...(reference === undefined ? [] : [reference]), ...schema.allOf]) {
      const json = givenBy(part);
      if (json !== undefined && isObject(json))
        for (const [name, value] of Object.entries(json)) setMember(made, name, value);
      else this.#add(part, depth + 1, made, required);
    }
    for (const [name, property] of schema.members) {
      const value = this.of(property, depth + 1);
      if (value !== undefined) setMember(made, name, value);
    }
    for (const name of schema.required) required.push(String(jsonOf(name)));
  }
}

function givenBy({ keywords }: NormalSchema): JsonValue | undefined {
  const given =
    keywords.get("example") ??
    keywords.get("examples")?.items[0] ??
    keywords.get("default") ??
    keywords.get("const") ??
    keywords.get("enum")?.items[0];
  return given && jsonOf(given.target ?? given);
}
