import { spend } from "../../../base/work.js";
import type { Node } from "../../../data/model/node.js";
import { emptySet, NodeSet } from "../../../data/model/node-set.js";
import { type Found, Selection } from "../../../data/model/values.js";
import { string } from "../../../data/xpath/convert.js";
import { inDocumentOrder } from "../../../data/xpath/document-order.js";
import { documentRoot } from "../../../data/xpath/node-path.js";

/**
 * XPath 1.0 §4.1 id(): the elements with one of the identifiers, in the document of the context node. White space
 * separates identifiers; in a node-set, the string-values of all nodes count.
 */
export function id(context: Found, identifiers: Found): NodeSet {
  const document = documentRoot(context);
  if (document === undefined) return emptySet;
  const texts = identifiers instanceof Selection ? identifiers.items().map(string) : [string(identifiers)];
  const elements = new Set<Node>();
  for (const text of texts) {
    spend(1 + text.length / 8);
    for (const identifier of text.split(/[ \t\r\n]+/)) {
      const element = identifier === "" ? undefined : document.elementById(identifier);
      if (element !== undefined) elements.add(element);
    }
  }
  return new NodeSet(inDocumentOrder([...elements]), elements.size < 2);
}
