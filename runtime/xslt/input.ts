import { JsonDocument } from "../data/json/json-node.js";
import { type Found, Selection, type Value } from "../data/model/values.js";
import { parseXml } from "../data/xml/parse-xml.js";
import { XmlDocument, XmlElement } from "../data/xml/xml-node.js";
import { xmlText } from "../data/xml/xml-text.js";

/**
 * The input of a transformation as a document: XML, JSON in Object XML Notation, or a text that holds XML; `undefined`
 * for anything else.
 * @throws XmlSyntaxError
 * @throws TreeLimitError
 */
export function sourceDocument(source: Found | Value): XmlDocument | undefined {
  const node = source instanceof Selection ? source.nodes()[0] : undefined;
  if (node instanceof XmlDocument) return node;
  if (node instanceof XmlElement) return parseXml(xmlText(node, false));
  const json = source instanceof Selection ? node?.toJson() : source;
  if (typeof json === "string") return json.trim() === "" ? undefined : parseXml(json);
  if (typeof json !== "object" || json === null) return undefined;
  return parseXml(xmlText(node?.type === "element" ? node : new JsonDocument(json), false));
}
