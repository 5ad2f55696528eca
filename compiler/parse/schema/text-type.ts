import type { JsonValue } from "../../../runtime/data/model/values.js";
import type {
  ArrayType,
  ChoiceType,
  ObjectType,
  ParameterPlace,
  TextType,
} from "../../../runtime/validation/contract.js";
import { type Definitions, type Shape, ShapeReader } from "./schema-shape.js";

/** Deeper nested arrays leave a value a text. */
const maxDepth = 5;

interface Layout {
  readonly place: ParameterPlace;
  readonly name: string;
  /** Words for the lists in a list follow that for the list. */
  readonly style: string | undefined;
  readonly explode: boolean | undefined;
}

/** The type of a parameter: that of its schema, written as `style` and `explode` say. */
export function parameterType(
  schema: JsonValue,
  definitions: Definitions,
  { place, name, style = defaultStyle(place), explode = style === "form" }: Layout,
): { readonly type: TextType; readonly prefix: string } {
  const type = schemaType(schema, definitions, style === "deepObject");
  const [outer = "", ...inner] = style.split(" ");
  const { separator, prefix } = layoutOf(outer, name, explode);
  if (typeof type === "string") return { type, prefix };
  const isSpread = explode && style === "form";
  const written = <T extends TextType>(one: T) =>
    typeof one === "object" && one.kind === "array"
      ? arrayType(nested(one.items, inner), isSpread ? undefined : separator)
      : one;
  if (type.kind === "choice") return { type: { ...type, of: type.of.map(written) }, prefix };
  if (type.kind === "array") return { type: written(type), prefix };
  if (style === "deepObject") return { type: { ...type, layout: "deep" }, prefix: "" };
  if (isSpread) return { type: { ...type, layout: "spread" }, prefix: "" };
  // In `;a=1;b=2` there are only the names of the members, not that of the parameter.
  const isMatrix = explode && style === "matrix";
  return {
    type: { ...type, layout: { separator: isMatrix ? ";" : separator, hasEquals: explode } },
    prefix: isMatrix ? ";" : prefix,
  };
}

/** The items of a list, those that are lists themselves written in the styles that are said for them. */
function nested(items: TextType, [style, ...others]: readonly string[]): TextType {
  if (style === undefined || typeof items !== "object" || items.kind !== "array") return items;
  return arrayType(nested(items.items, others), layoutOf(style, "", false).separator);
}

function layoutOf(style: string, name: string, explode: boolean) {
  return styles.get(style)?.(name, explode) ?? { separator: ",", prefix: "" };
}

function defaultStyle(place: ParameterPlace) {
  return place === "query" || place === "cookie" ? "form" : "simple";
}

type Style = (name: string, explode: boolean) => { readonly separator: string; readonly prefix: string };

/** The styles of OpenAPI 3.1.0, section 4.8.12.2. */
const styles: ReadonlyMap<string, Style> = new Map<string, Style>([
  ["spaceDelimited", () => ({ separator: " ", prefix: "" })],
  ["pipeDelimited", () => ({ separator: "|", prefix: "" })],
  // Of descriptions that are older than the styles.
  ["tabDelimited", () => ({ separator: "\t", prefix: "" })],
  ["label", (_, explode) => ({ separator: explode ? "." : ",", prefix: "." })],
  ["matrix", (name, explode) => ({ separator: explode ? `;${name}=` : ",", prefix: `;${name}=` })],
]);

/** The types of the members of a form. */
export function formType(schema: JsonValue, definitions: Definitions): ObjectType {
  const shape = new ShapeReader(definitions).read(schema);
  return objectType(shape, definitions);
}

function arrayType(items: TextType, separator: string | undefined): ArrayType {
  return separator === undefined ? { kind: "array", items } : { kind: "array", items, separator };
}

function objectType({ members }: Shape, definitions: Definitions, depth = 0): ObjectType {
  const types = [...members].map(
    ([name, schema]) => [name, schemaType(schema, definitions, false, depth + 1)] as const,
  );
  return { kind: "object", members: types, layout: "spread" };
}

/**
 * The types that a text of a schema may stand for. An object beside others counts only where the style of a parameter
 * says so.
 */
function schemaType(
  schema: JsonValue | undefined,
  definitions: Definitions,
  prefersObject: boolean,
  depth = 0,
): TextType {
  if (depth > maxDepth) return "string";
  const shape = new ShapeReader(definitions).read(schema);
  if (shape.types === undefined)
    return prefersObject && shape.members.size > 0 ? objectType(shape, definitions, depth) : "string";
  const types = new Set([...shape.types].filter((type) => type !== "null"));
  if (types.has("object") && (prefersObject || types.size === 1))
    return objectType(shape, definitions, depth);
  const scalars = ["number", "integer", "boolean", "string"].filter((type) => types.has(type));
  const of: ChoiceType["of"][number][] = scalars
    .filter((type) => type !== "integer" || !types.has("number"))
    .map(scalarType);
  if (types.has("array"))
    of.unshift(arrayType(schemaType(shape.items, definitions, false, depth + 1), undefined));
  const [only = "string", ...others] = of;
  return others.length === 0 ? only : { kind: "choice", of };
}

function scalarType(type: JsonValue | undefined): "string" | "integer" | "number" | "boolean" {
  return type === "integer" || type === "number" || type === "boolean" ? type : "string";
}
