import { isArray, type JsonValue, member } from "../../../runtime/data/model/values.js";
import type {
  ArrayType,
  ObjectType,
  ParameterPlace,
  TextType,
} from "../../../runtime/validation/contract.js";
import type { JsonSchema } from "../../syntax/contract.js";
import type { Located } from "../yaml/references.js";

type Definitions = ReadonlyMap<string, JsonSchema>;

/** Deeper nested arrays, and longer chains of references, leave a value a text. */
const maxDepth = 5;

/** Separators of items by `collectionFormat`. With `multi` there is none: each item is a parameter of its own. */
const separators: ReadonlyMap<string | undefined, string | undefined> = new Map([
  ["csv", ","],
  ["ssv", " "],
  ["tsv", "\t"],
  ["pipes", "|"],
  ["multi", undefined],
]);

/** The type of a parameter in Swagger 2.0: `type`, and for arrays `items` and `collectionFormat`. */
export function swaggerType(parameter: Located, depth = 0): TextType {
  const type = parameter.get("type").string;
  if (type === "file") return "file";
  if (type !== "array" || depth > maxDepth) return scalarType(type);
  const format = parameter.get("collectionFormat").string;
  const items = swaggerType(parameter.get("items"), depth + 1);
  return arrayType(items, separators.has(format) ? separators.get(format) : ",");
}

interface Layout {
  readonly place: ParameterPlace;
  readonly name: string;
  readonly style: string | undefined;
  readonly explode: boolean | undefined;
}

/** The type of a parameter in OpenAPI 3: that of its schema, written as `style` and `explode` say. */
export function openApiType(
  schema: JsonValue,
  definitions: Definitions,
  { place, name, style = defaultStyle(place), explode = style === "form" }: Layout,
): { readonly type: TextType; readonly prefix: string } {
  const type = schemaType(schema, definitions);
  const { separator, prefix } = styles.get(style)?.(name, explode) ?? { separator: ",", prefix: "" };
  if (typeof type === "string") return { type, prefix };
  const isSpread = explode && style === "form";
  if (type.kind === "array") return { type: arrayType(type.items, isSpread ? undefined : separator), prefix };
  if (style === "deepObject") return { type: { ...type, layout: "deep" }, prefix: "" };
  if (isSpread) return { type: { ...type, layout: "spread" }, prefix: "" };
  // In `;a=1;b=2` there are only the names of the members, not that of the parameter.
  const isMatrix = explode && style === "matrix";
  return {
    type: { ...type, layout: { separator: isMatrix ? ";" : separator, hasEquals: explode } },
    prefix: isMatrix ? ";" : prefix,
  };
}

function defaultStyle(place: ParameterPlace) {
  return place === "query" || place === "cookie" ? "form" : "simple";
}

type Style = (name: string, explode: boolean) => { readonly separator: string; readonly prefix: string };

/** The styles of OpenAPI 3.1.0, section 4.8.12.2. */
const styles: ReadonlyMap<string, Style> = new Map<string, Style>([
  ["spaceDelimited", () => ({ separator: " ", prefix: "" })],
  ["pipeDelimited", () => ({ separator: "|", prefix: "" })],
  ["label", (_, explode) => ({ separator: explode ? "." : ",", prefix: "." })],
  ["matrix", (name, explode) => ({ separator: explode ? `;${name}=` : ",", prefix: `;${name}=` })],
]);

/** The types of the members of a form. */
export function formType(schema: JsonValue, definitions: Definitions): ObjectType {
  const type = schemaType(schema, definitions);
  return typeof type === "object" && type.kind === "object"
    ? type
    : { kind: "object", members: [], layout: "spread" };
}

function arrayType(items: TextType, separator: string | undefined): ArrayType {
  return separator === undefined ? { kind: "array", items } : { kind: "array", items, separator };
}

function schemaType(schema: JsonValue | undefined, definitions: Definitions, depth = 0): TextType {
  const target = memberOf(schema, "$ref");
  if (depth > maxDepth) return "string";
  if (typeof target === "string") return schemaType(definitions.get(target)?.json, definitions, depth + 1);
  const types = memberOf(schema, "type") ?? null;
  const [type] = (isArray(types) ? types : [types]).filter((name) => name !== "null");
  if (type === "array")
    return arrayType(schemaType(memberOf(schema, "items"), definitions, depth + 1), undefined);
  if (type !== "object") return scalarType(type);
  const properties = Object.entries(memberOf(schema, "properties") ?? {});
  const members = properties.map(
    ([name, property]) => [name, schemaType(property, definitions, depth + 1)] as const,
  );
  return { kind: "object", members, layout: "spread" };
}

function memberOf(schema: JsonValue | undefined, name: string): JsonValue | undefined {
  return typeof schema === "object" && schema !== null && !isArray(schema) ? member(schema, name) : undefined;
}

function scalarType(type: JsonValue | undefined): TextType {
  return type === "integer" || type === "number" || type === "boolean" ? type : "string";
}
