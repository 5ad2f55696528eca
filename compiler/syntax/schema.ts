import type { Span } from "../source/source-text.js";

export type JsonType = "object" | "array" | "string" | "number" | "boolean" | "null";

export const jsonTypes: ReadonlySet<JsonType> = new Set([
  "object",
  "array",
  "string",
  "number",
  "boolean",
  "null",
]);

/**
 * What a JSON Schema says about which types and members there can be; everything else in it is left out, so that it
 * allows more than the schema, never less. A schema can contain itself.
 */
export interface Schema {
  /** Where it stands; undefined for one that is made of others. */
  readonly span: Span | undefined;
  readonly types: ReadonlySet<JsonType>;
  /** Of objects. */
  readonly properties: ReadonlyMap<string, Schema>;
  /** Of all other members; undefined where nothing is said of them. */
  readonly additionalProperties: Schema | undefined;
  /** Of arrays. */
  readonly items: Schema | undefined;
  /** Every one of them holds, too. */
  readonly allOf: readonly Schema[];
  /** At least one of each list holds, too. */
  readonly anyOf: readonly (readonly Schema[])[];
}

/** The schema that all values have. */
export const anything: Schema = {
  span: undefined,
  types: jsonTypes,
  properties: new Map(),
  additionalProperties: undefined,
  items: undefined,
  allOf: [],
  anyOf: [],
};

/** The schema that no value has. */
export const nothing: Schema = { ...anything, types: new Set() };

/** The schema of values that have one of several schemas. */
export function eitherOf(schemas: Iterable<Schema>): Schema {
  const different = new Set(schemas);
  const [first] = different;
  if (different.has(anything)) return anything;
  return first !== undefined && different.size === 1 ? first : { ...anything, anyOf: [[...different]] };
}

/** The schema of values that have all of several schemas. */
export function allOf(schemas: Iterable<Schema>): Schema {
  const different = new Set(schemas);
  different.delete(anything);
  const [first] = different;
  if (first === undefined) return anything;
  return different.size === 1 ? first : { ...anything, allOf: [...different] };
}
