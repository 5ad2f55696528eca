import { counted } from "../../base/counted.js";
import { TreeLimitError } from "../../base/tree-limits.js";
import { JsonDocument, nodesOf } from "../../data/json/json-node.js";
import { jsonText } from "../../data/json/json-text.js";
import { type Found, Selection, type Value } from "../../data/model/values.js";
import { parseXml, XmlSyntaxError } from "../../data/xml/parse-xml.js";
import { type XmlDocument, XmlElement } from "../../data/xml/xml-node.js";
import { xmlText } from "../../data/xml/xml-text.js";
import { string } from "../../data/xpath/convert.js";
import { type Context, state } from "../../request/context.js";
import { alert } from "../../request/flow-errors.js";

/** `xml-parse()`: the document node; the empty node-set if the text is no XML, which is logged. */
export const xmlParse = /* @__PURE__ */ counted(
  { units: 1024, call: 50 },
  ($: Context, text: string): XmlDocument | undefined => {
    try {
      return parseXml(text);
    } catch (error) {
      if (!(error instanceof XmlSyntaxError || error instanceof TreeLimitError)) throw error;
      alert($, "xml-parse", error.message);
      return undefined;
    }
  },
);

/** A file of the flow directory for `fit-document()`. It is parsed when it is first asked for. */
export function xmlFile(text: string): () => XmlDocument {
  let document: XmlDocument | undefined;
  return () => {
    if (document === undefined) {
      document = parseXml(text);
      document.isShared = true;
    }
    return document;
  };
}

/** `fit-document()` of the client's request body, which is JSON or else XML. */
export function bodyDocument($: Context): Selection | undefined {
  const { value } = $[state].body;
  if (value instanceof JsonDocument) return value;
  return typeof value === "string" ? xmlParse($, value) : undefined;
}

/** `fit-serialize()`: nodes as XML, with JSON in Object XML Notation; a string, number or boolean as text. */
export const fitSerialize = /* @__PURE__ */ counted(
  { units: 4, call: 5 },
  (value: Value, isPretty = true): string => {
    if (typeof value !== "object") return string(value);
    const nodes = value instanceof Selection ? value.nodes() : nodesOf(value);
    return nodes.map((node) => xmlText(node, isPretty)).join(isPretty ? "\n" : "");
  },
);

/** `xml-to-json()`: the JSON text of one node in Object XML Notation. Empty for anything else, which is logged. */
export const xmlToJson = /* @__PURE__ */ counted(
  { units: 4, call: 5 },
  ($: Context, nodes: Found): string => {
    const [node, ...others] = nodesOf(nodes);
    const element = node?.type === "document" ? node.elements[0] : node;
    if (element?.type === "element" && others.length === 0 && isNotation(element))
      return jsonText(element.toJson());
    alert($, "xml-to-json", "One single node in Object XML Notation is needed.");
    return "";
  },
);

const typeNames = new Set(["object", "array", "string", "number", "boolean", "null"]);

/** Returns true if an attribute names a type of JSON, as one does on every element over JSON. */
function isNotation(element: { readonly attributes: readonly { readonly name: string }[] }): boolean {
  return !(element instanceof XmlElement) || element.attributes.some(({ name }) => typeNames.has(name));
}
