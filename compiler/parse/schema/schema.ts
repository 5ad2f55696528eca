import { changed } from "../../source/changed.js";
import { anything, eitherOf, type JsonType, jsonTypes, nothing, type Schema } from "../../syntax/schema.js";
import type { Located } from "../yaml/references.js";
import type { NormalSchema, Schemas } from "./normal-schema.js";

type Draft = { -readonly [K in keyof Schema]: Schema[K] };

/**
 * Reads what schemas say about types and members, for paths of flows. It reads each schema once. Whatever it does not
 * understand allows anything.
 */
export class SchemaReader {
  readonly #known = new Map<NormalSchema, Schema>();
  readonly #pending: { readonly draft: Draft; readonly schema: NormalSchema }[] = [];

  constructor(readonly schemas: Schemas) {}

  read(located: Located): Schema {
    const schema = this.#schema(this.schemas.of(located));
    // A queue instead of recursion, since schemas can contain themselves and nest to any depth.
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop())
      this.#fill(next.draft, next.schema);
    return schema;
  }

  #schema(meant: NormalSchema): Schema {
    const schema = meant.target(true);
    if (schema === undefined || schema.written.value === null) return anything;
    if (schema.constant !== undefined) return schema.constant ? anything : nothing;
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    const draft: Draft = { ...anything, span: schema.span };
    this.#known.set(schema, draft);
    this.#pending.push({ draft, schema });
    return draft;
  }

  #fill(draft: Draft, schema: NormalSchema): void {
    // A member may name a subtype with members that this schema does not list.
    if (schema.tag !== undefined || schema.heirs !== undefined) return;
    draft.types = typesOf(schema);
    const values = valuesOf(schema, draft.types);
    if (values !== undefined) draft.values = values;
    else if (isDate(schema, draft.types)) draft.values = "dates";
    if (isNumeral(schema, values)) draft.isNumeral = true;
    this.#fillMembers(draft, schema);
    draft.items = this.#items(schema);
    const { reference } = schema;
    draft.allOf = [...(reference === undefined ? [] : [reference]), ...schema.allOf].map((part) =>
      this.#schema(part),
    );
    draft.anyOf = [
      ...[schema.anyOf, schema.oneOf].map((parts) => parts.map((part) => this.#schema(part))),
      ...this.#perhaps(schema),
    ].filter((schemas) => schemas.length > 0);
  }

  #fillMembers(draft: Draft, schema: NormalSchema): void {
    const { otherMembers, unevaluatedMembers, listedNames } = schema;
    const members = new Map([...schema.members].map(([name, value]) => [name, this.#schema(value)]));
    draft.members = members;
    if (schema.patternMembers.length > 0) draft.otherMembers = anything;
    else if (otherMembers !== undefined) draft.otherMembers = this.#schema(otherMembers);
    else if (unevaluatedMembers?.constant === false && listedNames !== undefined) {
      draft.otherMembers = nothing;
      for (const name of listedNames) if (!members.has(name)) members.set(name, anything);
    }
  }

  /** The schema of any item. */
  #items({ firstItems, items }: NormalSchema): Schema | undefined {
    if (firstItems.length === 0) return items && this.#schema(items);
    const others = items === undefined ? anything : this.#schema(items);
    return eitherOf([...firstItems.map((one) => this.#schema(one)), others]);
  }

  /** Lists of schemas of which values match one each: those that apply to some values only, and what else there is. */
  #perhaps({ condition, dependents }: NormalSchema): readonly (readonly Schema[])[] {
    const schemas = (parts: readonly (NormalSchema | undefined)[]): Schema[] =>
      parts.flatMap((part) => (part === undefined ? [] : this.#schema(part)));
    const conditional =
      condition === undefined
        ? []
        : [
            [
              changed(anything, { allOf: schemas([condition.test, condition.passed]) }),
              condition.failed === undefined ? anything : this.#schema(condition.failed),
            ],
          ];
    const dependent = dependents.flatMap(({ schema }) =>
      schema === undefined ? [] : [[this.#schema(schema), anything]],
    );
    return [...conditional, ...dependent];
  }
}

/** The texts of the values of `enum` and `const`; the text of `null` is empty. */
function valuesOf(schema: NormalSchema, types: ReadonlySet<JsonType>): ReadonlySet<string> | undefined {
  const lists = schema.values.flatMap(({ listed }) => (listed.length === 0 ? [] : [textsOf(listed)]));
  const [first, ...others] = lists.filter((texts) => texts !== undefined);
  if (first === undefined) return undefined;
  const all = first.filter((text) => others.every((texts) => texts.includes(text)));
  return new Set(types !== jsonTypes && types.has("null") ? [...all, ""] : all);
}

function textsOf(values: readonly Located[]): readonly string[] | undefined {
  const texts = values.map(({ file, value }) => (file.isNull(value) ? "" : file.text(value)));
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

function isDate(schema: NormalSchema, types: ReadonlySet<JsonType>): boolean {
  const isText = types !== jsonTypes && [...types].every((type) => type === "string" || type === "null");
  return isText && dateFormats.has(schema.string("format") ?? "");
}

const dateFormats: ReadonlySet<string> = new Set(["date", "date-time"]);

/** True if texts that match hold a number, such as an amount of money that JSON has as a text. */
function isNumeral(schema: NormalSchema, values: ReadonlySet<string> | undefined): boolean {
  if (numeralFormats.has(schema.string("format") ?? "")) return true;
  if (values !== undefined) return [...values].every((value) => value === "" || !Number.isNaN(Number(value)));
  const pattern = (schema.string("pattern") ?? "").replaceAll("\\d", "0");
  return /\d/.test(pattern) && !/[a-z]/i.test(pattern);
}

function typesOf({ types }: NormalSchema): ReadonlySet<JsonType> {
  if (types === undefined) return jsonTypes;
  return new Set([...types].map((type) => (type === "integer" ? "number" : (type as JsonType))));
}

/** Formats of texts that hold numbers. */
const numeralFormats: ReadonlySet<string> = new Set(
  "decimal decimal128 double float int32 int64 integer money number numeric uint32 uint64".split(" "),
);
