import { anything, type JsonType, jsonTypes, nothing, type Schema } from "../../syntax/schema.js";
import type { Located, References } from "../yaml/references.js";

type Draft = { -readonly [K in keyof Schema]: Schema[K] };

/**
 * Reads JSON Schemas as API descriptions have them: Swagger 2.0 and OpenAPI 3.0 (draft 4 with changes),
 * OpenAPI 3.1 (2020-12). It reads each schema once. Whatever it does not understand allows anything.
 */
export class SchemaReader {
  readonly #known = new Map<Located["value"], Schema>();
  readonly #pending: { readonly draft: Draft; readonly members: ReadonlyMap<string, Located> }[] = [];

  constructor(private readonly references: References) {}

  read(located: Located): Schema {
    const schema = this.#schema(located);
    // A queue instead of recursion, since schemas can contain themselves and nest to any depth.
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop())
      this.#fill(next.draft, next.members);
    return schema;
  }

  #schema(located: Located): Schema {
    const resolved = this.references.resolve(located);
    if (resolved === undefined || resolved.value === null) return anything;
    const { file, value } = resolved;
    const constant = file.boolean(value);
    if (constant !== undefined) return constant ? anything : nothing;
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const draft: Draft = { ...anything, span: file.span(value) };
    this.#known.set(value, draft);
    this.#pending.push({ draft, members: this.references.members(resolved) });
    return draft;
  }

  #fill(draft: Draft, members: ReadonlyMap<string, Located>): void {
    // The discriminator may name a subtype with members that this schema does not list.
    if (members.has("discriminator")) return;
    draft.types = this.#types(members);
    const values = this.#values(members, draft.types);
    if (values !== undefined) draft.values = values;
    if (this.#isNumeral(members, values)) draft.isNumeral = true;
    const properties = [...this.references.members(members.get("properties"))];
    draft.properties = new Map(properties.map(([name, value]) => [name, this.#schema(value)]));
    draft.additionalProperties = members.has("patternProperties")
      ? anything
      : this.#optional(members.get("additionalProperties"));
    draft.items = members.has("prefixItems") ? undefined : this.#optional(members.get("items"));
    draft.allOf = this.#list(members.get("allOf"));
    draft.anyOf = ["anyOf", "oneOf"]
      .map((name) => this.#list(members.get(name)))
      .filter((schemas) => schemas.length > 0);
  }

  #optional(located: Located | undefined): Schema | undefined {
    return located && this.#schema(located);
  }

  #list(located: Located | undefined): readonly Schema[] {
    const items = located && this.references.items(located);
    return (items ?? []).map((item) => this.#schema(item));
  }

  /** What `enum` or `const` list, as texts; the text of `null` is empty. */
  #values(
    members: ReadonlyMap<string, Located>,
    types: ReadonlySet<JsonType>,
  ): ReadonlySet<string> | undefined {
    const constant = members.get("const");
    const list = members.get("enum");
    const items = constant === undefined ? list && this.references.items(list) : [constant];
    if (items === undefined || items.length === 0) return undefined;
    const texts = items.map(({ file, value }) => (file.isNull(value) ? "" : file.text(value)));
    const all = types !== jsonTypes && types.has("null") ? [...texts, ""] : texts;
    return all.every((text) => text !== undefined) ? new Set(all) : undefined;
  }

  /** Whether a text that matches holds a number, such as an amount of money that JSON has as a text. */
  #isNumeral(members: ReadonlyMap<string, Located>, values: ReadonlySet<string> | undefined): boolean {
    const text = (name: string) => {
      const member = members.get(name);
      return member?.file.string(member.value) ?? "";
    };
    if (numeralFormats.has(text("format"))) return true;
    if (values !== undefined)
      return [...values].every((value) => value === "" || !Number.isNaN(Number(value)));
    const pattern = text("pattern").replaceAll("\\d", "0");
    return /\d/.test(pattern) && !/[a-z]/i.test(pattern);
  }

  #types(members: ReadonlyMap<string, Located>): ReadonlySet<JsonType> {
    const type = members.get("type");
    if (type === undefined) return jsonTypes;
    const names = (this.references.items(type) ?? [type]).map(({ file, value }) => file.string(value));
    const types = new Set(names.map((name) => (name === "integer" ? "number" : name)));
    if (["nullable", "x-nullable"].some((name) => isTrue(members.get(name)))) types.add("null");
    return [...types].every(isJsonType) ? (types as ReadonlySet<JsonType>) : jsonTypes;
  }
}

/** Formats of texts that hold numbers. */
const numeralFormats: ReadonlySet<string> = new Set(
  "decimal decimal128 double float int32 int64 integer money number numeric uint32 uint64".split(" "),
);

function isTrue(located: Located | undefined) {
  return located?.file.boolean(located.value) === true;
}

function isJsonType(name: string | undefined): name is JsonType {
  return jsonTypes.has(name as JsonType);
}
