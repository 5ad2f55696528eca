import { changed } from "../source/changed.js";
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
 * The part of a JSON Schema about types and members. Everything else is left out, so this allows more than
 * the schema, never less. A schema can contain itself.
 */
export interface Schema {
  /** Its place; `undefined` for a schema that is composed of others. */
  readonly span: Span | undefined;
  readonly types: ReadonlySet<JsonType>;
  /** The schemas of members of objects. */
  readonly members: ReadonlyMap<string, Schema>;
  /** The schema of all other members; `undefined` if the schema says nothing about them. */
  readonly otherMembers: Schema | undefined;
  /** The schema of items of arrays. */
  readonly items: Schema | undefined;
  /** The values that `enum` or `const` list, as texts, or texts of numbers or dates; `undefined` if there may be others. */
  readonly values?: ReadonlySet<string> | "numbers" | "dates";
  /** A text that matches holds a number, by its pattern, format or `enum`. */
  readonly isNumeral?: true;
  /** A value must match all of these, too. */
  readonly allOf: readonly Schema[];
  /** A value must match at least one schema of each list, too. */
  readonly anyOf: readonly (readonly Schema[])[];
  /** All names of members are in lower case. */
  readonly hasLowerCaseNames?: true;
  /** Where it is from, if not from an API description. */
  readonly origin?: SchemaOrigin;
}

/** A template of a flow whose JSON it describes, or what the language says of a predefined variable. */
export type SchemaOrigin =
  | { readonly kind: "template" }
  | {
      readonly kind: "language";
      /** The owner of the members: `$request`. */
      readonly title: string;
      /** Where to find what many look for here: by the name of the member, or for any of them. */
      readonly instead?: ReadonlyMap<string, string> | string;
    }
  /** A document that the build has read, or parts of it. */
  | { readonly kind: "document"; readonly where: string }
  /** Members that are parameters of the routes to a flow: those of paths, or others, of which there may be more. */
  | { readonly kind: "path-parameters" }
  | { readonly kind: "listed-parameters"; readonly what: string };

/** The schema that every value matches. */
export const anything: Schema = {
  span: undefined,
  types: jsonTypes,
  members: new Map(),
  otherMembers: undefined,
  items: undefined,
  allOf: [],
  anyOf: [],
};

/** The schema that no value matches. */
export const nothing: Schema = { ...anything, types: new Set() };

/** Facts about a schema beside the values that it describes. */
type About = Partial<Pick<Schema, "span" | "origin" | "hasLowerCaseNames">>;

export const scalarOf = (type: JsonType, about: About = {}): Schema =>
  Object.assign({}, anything, { types: new Set([type]) }, about);

export const arrayOf = (items: Schema, about: About = {}): Schema =>
  Object.assign({}, anything, { types: new Set<JsonType>(["array"]), items }, about);

/** @param otherMembers the schema of members that are not listed; `undefined` if nothing is said of them */
export function objectOf(
  members: Iterable<readonly [string, Schema]>,
  otherMembers: Schema | undefined,
  about: About = {},
): Schema {
  const types = new Set<JsonType>(["object"]);
  return Object.assign({}, anything, { types, members: new Map(members), otherMembers }, about);
}

/** The schema of values that match at least one of several schemas. */
export function eitherOf(schemas: Iterable<Schema>): Schema {
  const different = new Set(schemas);
  const [first] = different;
  if (different.has(anything)) return anything;
  return first !== undefined && different.size === 1 ? first : changed(anything, { anyOf: [[...different]] });
}

/** The schema of values that match all of several schemas. */
export function allOf(schemas: Iterable<Schema>): Schema {
  const different = new Set(schemas);
  different.delete(anything);
  const [first] = different;
  if (first === undefined) return anything;
  return different.size === 1 ? first : changed(anything, { allOf: [...different] });
}
