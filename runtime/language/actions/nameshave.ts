import { TreeLimitError } from "../../base/tree-limits.js";
import type { Node } from "../../data/model/node.js";
import { type Found, Selection, type Value } from "../../data/model/values.js";
import { type NewAttribute, XmlBuilder } from "../../data/xml/builder.js";
import { parseXml, XmlSyntaxError } from "../../data/xml/parse-xml.js";
import { XmlDocument, XmlElement } from "../../data/xml/xml-node.js";
import type { Context } from "../../request/context.js";
import { alert } from "../../request/flow-errors.js";
import { TreeContent } from "../../request/tree-content.js";

/** The `nameshave` action: the document without namespaces; `undefined`, and an alert, if the source is no XML. */
export function nameshave($: Context, source: Found | Value): TreeContent | undefined {
  try {
    const top = typeof source === "string" ? parseXml(source) : firstNode(source);
    if (top instanceof XmlDocument || top instanceof XmlElement)
      return new TreeContent(withoutNamespaces(top), "application/xml");
    alert($, "nameshave", "The input is no XML.");
  } catch (error) {
    if (!(error instanceof XmlSyntaxError || error instanceof TreeLimitError)) throw error;
    alert($, "nameshave", `The input is no XML: ${error.message}`);
  }
  return undefined;
}

function firstNode(source: Found | Value): Node | undefined {
  return source instanceof Selection ? source.nodes()[0] : undefined;
}

const closing = Symbol("close");

function withoutNamespaces(top: Node): XmlDocument {
  const builder = new XmlBuilder();
  const pending: (Node | typeof closing)[] = [top];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next === closing) {
      builder.close();
      continue;
    }
    switch (next.type) {
      case "element":
        builder.element(next.localName, "", attributesOf(next));
        pending.push(closing);
        break;
      case "text":
        builder.text(next.toText());
        break;
      case "comment":
        builder.comment(next.toText());
        break;
      case "processing-instruction":
        builder.processingInstruction(next.name, next.toText());
        break;
      default:
        break;
    }
    const { children } = next;
    for (let index = children.length - 1; index >= 0; index--) pending.push(children[index] as Node);
  }
  return builder.finish();
}

/** The attributes without prefixes. Of several with the same local name, the last one stays. */
function attributesOf(element: Node): readonly NewAttribute[] {
  const values = new Map(element.attributes.map((one) => [one.localName, one.toText()]));
  return [...values].map(([name, value]) => ({ name, namespaceUri: "", value }));
}
