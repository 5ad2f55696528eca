import { XmlElement } from "../../data/xml/xml-node.js";
import { CryptoError } from "../crypto/crypto-errors.js";

/** Within these limits, the library takes a quarter of a second at most to verify a signature. */
const maxNodes = 4_000;
const maxDepth = 200;
const maxLength = 4 * 1024 * 1024;

/** @throws CryptoError if the element is too big to verify */
export function checkSize(element: XmlElement): void {
  measure(element, 1, element.namespaces.length);
}

/** @throws CryptoError if the element is too long as text */
export function checkLength(text: string): void {
  if (text.length > maxLength) throw new CryptoError(`The element has more than ${maxLength} characters.`);
}

/** How many nodes the element has, added to those `before` it. */
function measure(element: XmlElement, depth: number, before: number): number {
  if (depth > maxDepth) throw new CryptoError(`The element nests deeper than ${maxDepth} levels.`);
  const { attributes, children, declared } = element;
  let nodes = before + attributes.length + children.length + (declared?.size ?? 0);
  if (nodes > maxNodes) throw new CryptoError(`The element has more than ${maxNodes} nodes.`);
  for (const child of children) {
    if (child instanceof XmlElement) nodes = measure(child, depth + 1, nodes);
  }
  return nodes;
}
