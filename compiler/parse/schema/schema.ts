import { anything, type JsonType, jsonTypes, nothing, type Schema } from "../../syntax/schema.js";
import type { Located } from "../yaml/references.js";

type Draft = { -readonly [K in keyof Schema]: Schema[K] };

/**
 * Reads JSON Schemas as API descriptions have them: draft 4 with changes, or, since OpenAPI 3.1, 2020-12. It reads each schema once. Whatever it does not understand allows anything.
 */
export class SchemaReader {
  readonly #known = new Map<Located["value"], Schema>();
  readonly #pending: { readonly draft: Draft; readonly schema: Located }[] = [];

  read(located: Located): Schema {
    const schema = this.#schema(located);
    // A queue instead of recursion, since schemas can contain themselves and nest to any depth.
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop())
      this.#fill(next.draft, next.schema);
    return schema;
  }

  #schema(located: Located): Schema {
    const schema = located.target;
    if (schema === undefined || schema.value === null) return anything;
    const { value, span, boolean: constant } = schema;
    if (constant !== undefined) return constant ? anything : nothing;
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const draft: Draft = { ...anything, span };
    this.#known.set(value, draft);
    this.#pending.push({ draft, schema });
    return draft;
  }

  #fill(draft: Draft, schema: Located): void {
    // The discriminator may name a subtype with members that this schema does not list.
    if (schema.has("discriminator")) return;
    draft.types = typesOf(schema);
    const values = valuesOf(schema, draft.types);
    if (values !== undefined) draft.values = values;
    else if (isDate(schema, draft.types)) draft.values = "dates";
    if (isNumeral(schema, values)) draft.isNumeral = true;
    const members = [...schema.get("properties").members];
    draft.members = new Map(members.map(([name, value]) => [name, this.#schema(value)]));
    const [others, items] = ["additionalProperties", "items"].map((name) => schema.find(name));
    draft.otherMembers = schema.has("patternProperties") ? anything : others && this.#schema(others);
    draft.items = schema.has("prefixItems") ? undefined : items && this.#schema(items);
    const [allOf = [], ...anyOf] = ["allOf", "anyOf", "oneOf"].map((name) =>
      schema.get(name).items.map((item) => this.#schema(item)),
    );
    draft.allOf = allOf;
    draft.anyOf = anyOf.filter((schemas) => schemas.length > 0);
  }
}

/** The values of `enum` or `const` as texts; the text of `null` is empty. */
function valuesOf(schema: Located, types: ReadonlySet<JsonType>): ReadonlySet<string> | undefined {
  const constant = schema.find("const");
  const items = constant === undefined ? schema.get("enum").items : [constant];
  if (items.length === 0) return undefined;
  const texts = items.map(({ file, value }) => (file.isNull(value) ? "" : file.text(value)));
  const all = types !== jsonTypes && types.has("null") ? [...texts, ""] : texts;
  return all.every((text) => text !== undefined) ? new Set(all) : undefined;
}

function isDate(schema: Located, types: ReadonlySet<JsonType>): boolean {
  const isText = types !== jsonTypes && [...types].every((type) => type === "string" || type === "null");
  return isText && dateFormats.has(schema.get("format").string ?? "");
}

const dateFormats: ReadonlySet<string> = new Set(["date", "date-time"]);

/** True if texts that match hold a number, such as an amount of money that JSON has as a text. */
function isNumeral(schema: Located, values: ReadonlySet<string> | undefined): boolean {
  if (numeralFormats.has(schema.get("format").string ?? "")) return true;
  if (values !== undefined) return [...values].every((value) => value === "" || !Number.isNaN(Number(value)));
  const pattern = (schema.get("pattern").string ?? "").replaceAll("\\d", "0");
  return /\d/.test(pattern) && !/[a-z]/i.test(pattern);
}

function typesOf(schema: Located): ReadonlySet<JsonType> {
  const type = schema.find("type");
  if (type === undefined) return jsonTypes;
  const names = (type.list ?? [type]).map(({ string }) => (string === "integer" ? "number" : string));
  const types = new Set([...names, ...(isNullable(schema) ? ["null"] : [])]);
  return [...types].every(isJsonType) ? (types as ReadonlySet<JsonType>) : jsonTypes;
}

/** True if `nullable` of OpenAPI 3.0, or `x-nullable`, which is common in older descriptions, allows `null`. */
export const isNullable = (schema: Located): boolean =>
  ["nullable", "x-nullable"].some((name) => schema.ownMembers.get(name)?.boolean === true);

/** Formats of texts that hold numbers. */
const numeralFormats: ReadonlySet<string> = new Set(
  "decimal decimal128 double float int32 int64 integer money number numeric uint32 uint64".split(" "),
);

function isJsonType(name: string | undefined): name is JsonType {
  return jsonTypes.has(name as JsonType);
}
