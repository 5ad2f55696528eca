import { string } from "../convert.js";
import type { Node } from "../node.js";
import { EMPTY, type NodeSet } from "../node-set.js";
import { rootOf, union } from "../select.js";
import { type Found, Selection } from "../values.js";

/**
 * XPath 1.0 §4.1 id(): the elements in the context node's document that have one of the identifiers. White
 * space separates identifiers; of a node-set every node's string-value counts.
 */
export function id(context: Found, identifiers: Found): NodeSet {
  const document = rootOf(context);
  if (document === undefined) return EMPTY;
  const texts = identifiers instanceof Selection ? identifiers.items().map(string) : [string(identifiers)];
  const elements: (Node | undefined)[] = texts
    .flatMap((text) => text.split(/[ \t\r\n]+/))
    .filter((identifier) => identifier !== "")
    .map((identifier) => document.elementById(identifier));
  return union(...elements);
}
