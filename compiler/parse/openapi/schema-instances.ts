import { isObject, type JsonValue, setMember } from "../../../runtime/data/model/values.js";
import { jsonOf } from "../schema/json-schema.js";
import type { Located, References } from "../yaml/references.js";

type Members = ReadonlyMap<string, Located>;

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

  constructor(private readonly references: References) {}

  /** `undefined` if there is none. */
  of(schema: Located, depth = 0): JsonValue | undefined {
    if (depth > maxDepth || ++this.#seen > maxSchemas) return undefined;
    const members = this.references.members(schema);
    const given = this.#given(members);
    if (given !== undefined) return jsonOf(this.references.resolve(given) ?? given);
    if (members.has("items")) return this.#array(members, depth);
    return this.#object(members, depth);
  }

  #given(members: Members): Located | undefined {
    const first = (name: string): Located | undefined => this.#items(members, name)[0];
    return (
      members.get("example") ??
      first("examples") ??
      members.get("default") ??
      members.get("const") ??
      first("enum")
    );
  }

  #array(members: Members, depth: number): JsonValue | undefined {
    const items = members.get("items");
    const item = items && this.of(items, depth + 1);
    return item === undefined ? undefined : [item];
  }

  #object(members: Members, depth: number): JsonValue | undefined {
    const made: Record<string, JsonValue> = {};
    const required: string[] = [];
    this.#add(members, depth, made, required);
    const isWhole = required.every((name) => Object.hasOwn(made, name));
    return isWhole && Object.keys(made).length > 0 ? made : undefined;
  }

  /** Adds the properties of a schema and of all that it consists of, and the names of those that have to be there. */
  #add(members: Members, depth: number, made: Record<string, JsonValue>, required: string[]): void {
    const { references } = this;
    if (depth > maxDepth || ++this.#seen > maxSchemas) return;
    for (const part of this.#items(members, "allOf")) {
      const own = references.members(part);
      const given = this.#given(own);
      const json = given && jsonOf(references.resolve(given) ?? given);
      if (json !== undefined && isObject(json))
        for (const [name, value] of Object.entries(json)) setMember(made, name, value);
      else this.#add(own, depth + 1, made, required);
    }
    for (const [name, property] of references.members(members.get("properties"))) {
      const value = this.of(property, depth + 1);
      if (value !== undefined) setMember(made, name, value);
    }
    for (const name of this.#items(members, "required")) required.push(String(jsonOf(name)));
  }

  #items(members: Members, name: string): readonly Located[] {
    const list = members.get(name);
    return (list && this.references.items(list)) ?? [];
  }
}
