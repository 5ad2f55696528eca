import type { Node } from "../data-model/node.js";
import { type Found, Selection, type Value } from "../data-model/values.js";
import { JsonDocument } from "../json/node.js";
import { made, spend } from "../limits/work.js";
import { attribute, escaped } from "../xml/escape.js";
import { XmlDocument, XmlElement } from "../xml/node.js";
import { parseXml } from "../xml/parse.js";

/**
 * The input of a transformation as a document: XML, JSON in Object XML Notation, or a text that holds XML; `undefined`
 * for anything else.
 * @throws XmlSyntaxError
 * @throws TreeLimitError
 */
export function sourceDocument(source: Found | Value): XmlDocument | undefined {
  const node = source instanceof Selection ? source.nodes()[0] : undefined;
  if (node instanceof XmlDocument) return node;
  if (node instanceof XmlElement) return parseXml(xmlOf(node));
  const json = source instanceof Selection ? node?.toJson() : source;
  if (typeof json === "string") return json.trim() === "" ? undefined : parseXml(json);
  if (typeof json !== "object" || json === null) return undefined;
  return parseXml(xmlOf(node?.type === "element" ? node : new JsonDocument(json)));
}

/** What a node costs, beside its attributes. */
const stepsPerNode = 4;

/** A tree as XML without a document type. */
export function xmlOf(top: Node): string {
  const parts: string[] = [];
  const pending: (Node | string)[] = [top];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === "string") {
      parts.push(next);
      continue;
    }
    spend(stepsPerNode + next.attributes.length);
    if (next.type === "document" || next.type === "element") {
      const { children } = next;
      if (next.type === "element") {
        parts.push(startTag(next, next === top));
        pending.push(`</${next.name}>`);
      }
      for (let index = children.length - 1; index >= 0; index--) pending.push(children[index] as Node);
    } else parts.push(leaf(next));
  }
  return made(parts.join(""));
}

/** Only the topmost element takes over the declarations of elements around it. */
function startTag(element: Node, isTop: boolean): string {
  const declared: readonly (readonly [string, string])[] = isTop
    ? element.namespaces
        .map((one): [string, string] => [one.name, one.toText()])
        .filter(([prefix]) => prefix !== "xml")
    : element instanceof XmlElement
      ? [...(element.declared ?? [])]
      : [];
  const declarations = declared.map(([prefix, uri]) =>
    attribute(prefix === "" ? "xmlns" : `xmlns:${prefix}`, uri),
  );
  const attributes = element.attributes.map((one) => attribute(one.name, one.toText()));
  return `<${element.name}${[...declarations, ...attributes].map((one) => ` ${one}`).join("")}>`;
}

function leaf(node: Node): string {
  const text = node.toText();
  switch (node.type) {
    case "text":
      return escaped(text);
    case "comment":
      return `<!--${text}-->`;
    case "processing-instruction":
      return `<?${node.name} ${text}?>`;
    default:
      return "";
  }
}
