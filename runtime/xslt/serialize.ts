import { made, spend } from "../base/work.js";
import type { Node } from "../data/model/node.js";
import type { XmlDocument } from "../data/xml/xml-node.js";
import { type OutputProperties, outputMethod } from "./output-properties.js";
import { htmlOutput } from "./serialize-html.js";
import { xmlOutput } from "./serialize-xml.js";

/**
 * A result tree as text (XSLT 1.0 §16), written as libxslt does. Characters that the encoding lacks are left as they
 * are; `encoded()` makes references of them.
 */
export function serialized(document: XmlDocument, output: OutputProperties): string {
  if (document.children.length === 0) return "";
  switch (outputMethod(document, output)) {
    case "html":
      return made(htmlOutput(document, output));
    case "text":
      return made(textOutput(document));
    default:
      return made(xmlOutput(document, output));
  }
}

/** XSLT 1.0 §16.3 */
function textOutput(document: Node): string {
  const parts: string[] = [];
  const pending: Node[] = [document];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    spend();
    if (node.type === "text") parts.push(node.toText());
    const { children } = node;
    for (let index = children.length - 1; index >= 0; index--) pending.push(children[index] as Node);
  }
  return parts.join("");
}
