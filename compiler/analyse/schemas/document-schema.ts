import { getMimeType } from "hono/utils/mime";
import { readJsonOr } from "../../../runtime/data/json/long-integers.js";
import type { Node } from "../../../runtime/data/model/node.js";
import type { JsonValue } from "../../../runtime/data/model/values.js";
import { parseXml } from "../../../runtime/data/xml/parse-xml.js";
import { isJson, isXml } from "../../../runtime/http/media-type.js";
import type { KnownDocument } from "../../language/function-definition.js";
import { changed } from "../../source/changed.js";
import type { Files } from "../../source/files.js";
import {
  anything,
  eitherOf,
  type JsonType,
  nothing,
  type Schema,
  type SchemaOrigin,
} from "../../syntax/schema.js";
import type { NodeSchema } from "./schema-finder.js";

/** Nothing is said of longer texts, nor of what lies deeper. */
const [mostCharacters, maxDepth] = [1_000_000, 100];

type Origin = Extract<SchemaOrigin, { kind: "document" }>;

/** Of a call that reads a file or parses a text. Where the text is not known, its root may be. */
export function documentSchema(document: KnownDocument, files: Files): NodeSchema | undefined {
  const { syntax, file, text = file === undefined ? undefined : files.get(file)?.text } = document;
  const isRoot = document.isRoot === true;
  if (document.members !== undefined) return nodesOf(withMembers(document.members), "json", isRoot);
  if (syntax === "html") return { kind: "document", root: "html", schema: anyDocument };
  if (text === undefined || text.length > mostCharacters)
    return file !== undefined || syntax === "xml" ? undefined : nodesOf(anyDocument, "json", isRoot);
  const origin: Origin = { kind: "document", where: file ?? "this document" };
  return syntax === "json" ? jsonDocument(text, isRoot, origin) : xmlDocument(text, origin);
}

/** Of the document that an action reads from a file. */
export function fileSchema(file: string, files: Files): NodeSchema | undefined {
  const type = getMimeType(file);
  if (isJson(type)) return documentSchema({ syntax: "json", file }, files);
  return isXml(type) ? documentSchema({ syntax: "xml", file }, files) : undefined;
}

const anyDocument: Schema = changed(anything, { origin: { kind: "document", where: "this document" } });

const withMembers = (names: readonly string[]): Schema =>
  changed(anyDocument, {
    types: new Set<JsonType>(["object"]),
    properties: new Map(names.map((name) => [name, anything])),
  });

const nodesOf = (schema: Schema, root: string, isRoot: boolean): NodeSchema => ({
  kind: isRoot ? "element" : "document",
  root,
  schema,
});

function jsonDocument(text: string, isRoot: boolean, origin: Origin): NodeSchema | undefined {
  const json = readJsonOr(text, undefined);
  return json === undefined ? undefined : nodesOf(jsonSchema(json as JsonValue, origin, 0), "json", isRoot);
}

function jsonSchema(json: JsonValue, origin: Origin, depth: number): Schema {
  if (depth > maxDepth) return anything;
  const of = (value: JsonValue): Schema => jsonSchema(value, origin, depth + 1);
  const types = (type: string) => new Set([(type === "bigint" ? "number" : type) as JsonType]);
  if (json === null) return changed(anything, { types: types("null"), origin });
  if (typeof json !== "object") return changed(anything, { types: types(typeof json), origin });
  if (Array.isArray(json)) {
    const items = json.length === 0 ? anything : mergedOf(json as readonly JsonValue[], origin, depth + 1);
    return changed(anything, { types: types("array"), items, origin });
  }
  const properties = new Map(Object.entries(json as object).map(([name, value]) => [name, of(value)]));
  return changed(anything, { types: types("object"), properties, additionalProperties: nothing, origin });
}

/** One schema for the items of an array: that of objects has the members of all of them. */
function mergedOf(items: readonly JsonValue[], origin: Origin, depth: number): Schema {
  const isObject = (item: JsonValue): item is Readonly<Record<string, JsonValue>> =>
    typeof item === "object" && item !== null && !Array.isArray(item);
  const schemas = items.filter((item) => !isObject(item)).map((item) => jsonSchema(item, origin, depth));
  const members = new Map<string, JsonValue[]>();
  const objects = items.filter(isObject);
  for (const object of objects)
    for (const [name, value] of Object.entries(object)) {
      const values = members.get(name) ?? [];
      members.set(name, values);
      values.push(value);
    }
  if (objects.length === 0) return eitherOf(schemas);
  const properties = new Map(
    depth > maxDepth ? [] : [...members].map(([name, values]) => [name, mergedOf(values, origin, depth + 1)]),
  );
  const merged = changed(anything, {
    types: new Set<JsonType>(["object"]),
    properties,
    additionalProperties: depth > maxDepth ? anything : nothing,
    origin,
  });
  return eitherOf([...schemas, merged]);
}

function xmlDocument(text: string, origin: Origin): NodeSchema | undefined {
  try {
    const [root] = parseXml(text).elements;
    return root && nodesOf(elementSchema([root], origin, 0), root.name, false);
  } catch {
    return undefined; // reported where it is read
  }
}

/** One schema for elements of one name. Any of them may be a text, a number or JSON in XML. */
function elementSchema(elements: readonly Node[], origin: Origin, depth: number): Schema {
  if (depth > maxDepth) return anything;
  const children = new Map<string, Node[]>();
  for (const child of elements.flatMap((element) => element.elements)) {
    const named = children.get(child.name) ?? [];
    children.set(child.name, named);
    named.push(child);
  }
  const properties = new Map(
    [...children].map(([name, named]) => [name, elementSchema(named, origin, depth + 1)]),
  );
  return changed(anything, { properties, additionalProperties: nothing, origin });
}
