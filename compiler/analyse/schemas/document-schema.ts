import { getMimeType } from "hono/utils/mime";
import { readJsonOr } from "../../../runtime/data/json/long-integers.js";
import type { Node } from "../../../runtime/data/model/node.js";
import { isArray, isObject, type JsonValue } from "../../../runtime/data/model/values.js";
import { parseXml } from "../../../runtime/data/xml/parse-xml.js";
import { isJson, isXml } from "../../../runtime/http/media-type.js";
import type { KnownDocument } from "../../language/function-definition.js";
import { changed } from "../../source/changed.js";
import type { Files } from "../../source/files.js";
import { append } from "../../source/lists.js";
import { oncePer, Remembered } from "../../source/remembered.js";
import type { SourceText } from "../../source/source-text.js";
import {
  anything,
  arrayOf,
  eitherOf,
  type JsonType,
  nothing,
  objectOf,
  type Schema,
  type SchemaOrigin,
  scalarOf,
} from "../../syntax/schema.js";
import type { NodeSchema } from "./schema-finder.js";

/** Nothing is said of longer texts, nor of what lies deeper. */
const [mostCharacters, maxDepth] = [1_000_000, 100];

type Origin = Extract<SchemaOrigin, { kind: "document" }>;

/** What is known of the document in a file, by how it is read: hundreds of flows may read one. */
const ofFile = oncePer((_: SourceText) => new Remembered<NodeSchema | undefined>());

/** Of a call that reads a file or parses a text. Where the text is not known, its root may be. */
export function documentSchema(document: KnownDocument, files: Files): NodeSchema | undefined {
  const { syntax, file, members } = document;
  const isRoot = document.isRoot === true;
  if (members !== undefined) return nodesOf(withMembers(members), "json", isRoot);
  if (syntax === "html") return { kind: "document", root: "html", schema: anyDocument };
  if (file === undefined) return textSchema(document);
  const source = files.get(file);
  if (source === undefined) return undefined;
  return ofFile(source).get(`${syntax} ${isRoot}`, () => textSchema({ ...document, text: source.text }));
}

function textSchema({ syntax, isRoot: is, file, text }: KnownDocument): NodeSchema | undefined {
  const isRoot = is === true;
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

const anyOrigin: Origin = { kind: "document", where: "this document" };

const anyDocument: Schema = changed(anything, { origin: anyOrigin });

const withMembers = (names: readonly string[]): Schema =>
  objectOf(
    names.map((name) => [name, anything]),
    undefined,
    { origin: anyOrigin },
  );

const nodesOf = (schema: Schema, root: string, isRoot: boolean): NodeSchema => ({
  kind: isRoot ? "element" : "document",
  root,
  schema,
});

function jsonDocument(text: string, isRoot: boolean, origin: Origin): NodeSchema | undefined {
  const json = readJsonOr(text, undefined);
  if (json === undefined) return undefined;
  const schema = jsonSchema([json as JsonValue], origin, new Remembered(), 0);
  return nodesOf(schema, "json", isRoot);
}

/**
 * One schema for several values: that of objects has the members of all of them, that of arrays their items.
 * @param scalars one for each type, since a document may have a hundred thousand values
 */
function jsonSchema(
  values: readonly JsonValue[],
  origin: Origin,
  scalars: Remembered<Schema>,
  depth: number,
): Schema {
  if (depth > maxDepth) return anything;
  const of = (inner: readonly JsonValue[]): Schema => jsonSchema(inner, origin, scalars, depth + 1);
  const known = new Set<Schema>();
  const arrays: (readonly JsonValue[])[] = [];
  const members = new Map<string, JsonValue[]>();
  let hasObjects = false;
  for (const value of values)
    if (isArray(value)) arrays.push(value);
    else if (isObject(value)) {
      hasObjects = true;
      for (const [name, member] of Object.entries(value))
        if (member !== undefined) append(members, name, member);
    } else {
      const type =
        value === null ? "null" : typeof value === "bigint" ? "number" : (typeof value as JsonType);
      known.add(scalars.get(type, () => scalarOf(type, { origin })));
    }
  if (arrays.length > 0) {
    const items = arrays.flat();
    known.add(arrayOf(items.length === 0 ? anything : of(items), { origin }));
  }
  if (hasObjects)
    known.add(
      objectOf(
        [...members].map(([name, all]) => [name, of(all)]),
        nothing,
        { origin },
      ),
    );
  return eitherOf(known);
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
  for (const element of elements) for (const child of element.elements) append(children, child.name, child);
  const members = new Map(
    [...children].map(([name, named]) => [name, elementSchema(named, origin, depth + 1)]),
  );
  return changed(anything, { members, otherMembers: nothing, origin });
}
