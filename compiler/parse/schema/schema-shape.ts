import { isArray, type JsonValue, member } from "../../../runtime/data/model/values.js";
import type { JsonSchema } from "../../syntax/contract.js";

export type Definitions = ReadonlyMap<string, JsonSchema>;

/** The values that a schema admits, whichever of its keywords says so. */
export interface Shape {
  /** The names of JSON types; of a number that must be whole, only `integer`. `undefined` if nothing says any. */
  readonly types: ReadonlySet<string> | undefined;
  /** The schema of the items of an array. */
  readonly items: JsonValue | undefined;
  readonly members: ReadonlyMap<string, JsonValue>;
}

/** Longer chains of references and nested compositions say nothing; no person writes such ones. */
const maxDepth = 50;

/**
 * Reads what a schema admits as a whole: its `type`, what `$ref` and all of `allOf` say, too, one of `anyOf` and of
 * `oneOf`, and the types of `enum` and `const`.
 */
export class ShapeReader {
  /** A schema that is part of itself says nothing there. */
  readonly #known = new Map<JsonValue, Shape>();

  constructor(private readonly definitions: Definitions) {}

  read(schema: JsonValue | undefined, depth = 0): Shape {
    if (schema === undefined || typeof schema !== "object" || schema === null || depth > maxDepth)
      return anything;
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    this.#known.set(schema, anything);
    const shape = this.#whole(schema, depth + 1);
    this.#known.set(schema, shape);
    return shape;
  }

  #whole(schema: JsonValue, depth: number): Shape {
    const target = keyword(schema, "$ref");
    const inner = (name: string) => listOf(keyword(schema, name)).map((one) => this.read(one, depth));
    const alternatives = ["anyOf", "oneOf"].map(inner).filter((shapes) => shapes.length > 0);
    const parts = [
      ownShape(schema),
      ...(typeof target === "string" ? [this.read(this.definitions.get(target)?.json, depth)] : []),
      ...inner("allOf"),
      ...alternatives.map((shapes) => together("anyOf", shapes)),
    ];
    return together("allOf", parts);
  }
}

const anything: Shape = { types: undefined, items: undefined, members: new Map() };

/** What the keywords of a schema say that hold no schemas for the whole value. */
function ownShape(schema: JsonValue): Shape {
  const type = keyword(schema, "type");
  const values =
    keyword(schema, "const") === undefined ? keyword(schema, "enum") : [keyword(schema, "const") ?? null];
  const named = type === undefined ? undefined : new Set((isArray(type) ? type : [type]).flatMap(typesNamed));
  const listed = isArray(values) ? new Set(values.flatMap(typesOfValue)) : undefined;
  const properties = keyword(schema, "properties");
  return {
    types: named === undefined || listed === undefined ? (named ?? listed) : common(named, listed),
    items: keyword(schema, "items"),
    members: new Map(Object.entries(properties ?? {})),
  };
}

/** The shape of values that all of some shapes admit, or any of them. */
function together(how: "allOf" | "anyOf", shapes: readonly Shape[]): Shape {
  const [only, ...others] = shapes;
  if (only !== undefined && others.length === 0) return only;
  const members = new Map<string, JsonValue[]>();
  for (const shape of shapes)
    for (const [name, schema] of shape.members) {
      const schemas = members.get(name);
      if (schemas === undefined) members.set(name, [schema]);
      else schemas.push(schema);
    }
  const schema = (schemas: readonly JsonValue[]): JsonValue =>
    schemas.length === 1 && schemas[0] !== undefined ? schemas[0] : { [how]: [...schemas] };
  const items = shapes.flatMap((shape) => shape.items ?? []);
  const types = shapes.map((shape) => shape.types);
  const known = types.filter((one) => one !== undefined);
  const isOpen = how === "anyOf" ? known.length < types.length : known.length === 0;
  return {
    types: isOpen
      ? undefined
      : how === "anyOf"
        ? new Set(known.flatMap((one) => [...one]))
        : known.reduce(common),
    items: items.length === 0 ? undefined : schema(items),
    members: new Map([...members].map(([name, schemas]) => [name, schema(schemas)])),
  };
}

const common = (a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...a].filter((type) => b.has(type)));

/** Each integer is a number, too. */
const typesNamed = (type: JsonValue): readonly string[] =>
  type === "number" ? ["number", "integer"] : typeof type === "string" ? [type] : [];

function typesOfValue(value: JsonValue): readonly string[] {
  if (value === null) return ["null"];
  if (isArray(value)) return ["array"];
  return typesNamed(typeof value === "bigint" ? "number" : typeof value);
}

function keyword(schema: JsonValue, name: string): JsonValue | undefined {
  return typeof schema === "object" && schema !== null && !isArray(schema) ? member(schema, name) : undefined;
}

const listOf = (value: JsonValue | undefined): readonly JsonValue[] => (isArray(value) ? value : []);
