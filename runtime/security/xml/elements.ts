import { WorkLimitError } from "../../base/work.js";
import type { Node } from "../../data/model/node.js";
import { type Found, Selection } from "../../data/model/values.js";
import { parseXml } from "../../data/xml/parse-xml.js";
import { XmlDocument, XmlElement } from "../../data/xml/xml-node.js";
import { CryptoError } from "../crypto/crypto-errors.js";

/**
 * The tree to work on: the first node if it is part of an XML document, or the document that a text holds.
 * @throws CryptoError
 */
export function treeOf(source: Found): XmlDocument | XmlElement {
  const node = source instanceof Selection ? source.nodes()[0] : undefined;
  const tree = node instanceof XmlDocument || node instanceof XmlElement ? node : parsed(source);
  if (tree.document.documentType !== undefined)
    throw new CryptoError("The XML has a document type declaration.");
  return tree;
}

function parsed(source: Found): XmlDocument {
  const text = source instanceof Selection ? source.toJson() : source;
  if (typeof text !== "string" || text === "") throw new CryptoError("There is no XML.");
  try {
    return parseXml(text);
  } catch (error) {
    if (error instanceof WorkLimitError) throw error;
    throw new CryptoError(`The XML cannot be read: ${(error as Error).message}`);
  }
}

/** The element itself, or the root element of the document. */
export function elementOf(tree: XmlDocument | XmlElement): XmlElement {
  const element = tree instanceof XmlElement ? tree : tree.documentElement;
  if (!(element instanceof XmlElement)) throw new CryptoError("There is no XML.");
  return element;
}

/** The child elements with that name in the namespace. */
export function childrenNamed(parent: XmlElement, namespaceUri: string, name: string): readonly XmlElement[] {
  return elementsOf(parent).filter((child) => isNamed(child, namespaceUri, name));
}

export function elementsOf(parent: XmlElement): readonly XmlElement[] {
  return parent.elements.filter((child) => child instanceof XmlElement);
}

/** The element and the elements inside it, in document order. */
export function elementsBelow(top: XmlDocument | XmlElement): readonly XmlElement[] {
  const found: XmlElement[] = [];
  const pending: Node[] = [top];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node instanceof XmlElement) found.push(node);
    for (const child of node.elements.toReversed()) pending.push(child);
  }
  return found;
}

export function isNamed(node: Node, namespaceUri: string, name: string): boolean {
  return node.localName === name && node.namespaceUri === namespaceUri;
}

/** The value of an attribute without a prefix. */
export function attributeOf(element: XmlElement, name: string): string | undefined {
  return element.attributes.find((attribute) => attribute.name === name)?.toText();
}

export function algorithmOf(method: XmlElement): string {
  return attributeOf(method, "Algorithm") ?? "";
}

/** The client has named the algorithm, so the name is as long as the client likes. */
export function unsupported(what: string, algorithm: string): CryptoError {
  return new CryptoError(`${what} that is not supported: ${algorithm.slice(0, 100)}.`);
}

/**
 * Returns true if an element has the content of its canonical form (Canonical XML 1.0), which leaves out the
 * signature and all comments.
 * @throws CryptoError for a comment inside a text: whoever reads only one text node misses the rest of the text
 */
export function hasSameContent(element: Node, canonical: Node, signature: Node): boolean {
  if (element.name !== canonical.name || element.namespaceUri !== canonical.namespaceUri) return false;
  if (!haveSameAttributes(element, canonical)) return false;
  const parts = contentOf(element, signature);
  const others = contentOf(canonical, signature);
  return (
    parts.length === others.length &&
    parts.every((part, index) => {
      const other = others[index];
      if (typeof part === "string" || typeof other !== "object") return part === other;
      return part.type === "element" && hasSameContent(part, other, signature);
    })
  );
}

function haveSameAttributes({ attributes }: Node, { attributes: others }: Node): boolean {
  if (attributes.length !== others.length) return false;
  const values = new Map(others.map((one) => [`${one.name} ${one.namespaceUri}`, one.toText()]));
  return attributes.every((one) => values.get(`${one.name} ${one.namespaceUri}`) === one.toText());
}

/** Elements, processing instructions, and the texts between them. */
function contentOf(parent: Node, signature: Node): readonly (string | Node)[] {
  const parts: (string | Node)[] = [];
  for (const child of parent.children) {
    if (child === signature || child.type === "comment") continue;
    const last = parts.at(-1);
    if (child.type !== "text") parts.push(child);
    else if (typeof last === "string") parts[parts.length - 1] = last + child.toText();
    else parts.push(child.toText());
  }
  const hasText = parts.some((part) => typeof part === "string" && /\S/.test(part));
  if (hasText && parent.children.some(({ type }) => type === "comment"))
    throw new CryptoError("There is a comment inside of text, which no signature covers.");
  return parts;
}
