import { spend } from "../base/work.js";
import { attributeLeaf, Leaf, type Node } from "../data/model/node.js";
import { XmlDocument, XmlElement } from "../data/xml/xml-node.js";
import { expandedName } from "./names.js";

/** The cost of a node that is copied. */
const stepsPerNode = 4;

/**
 * A document, or an element, in a copy of its tree that has no texts of white space alone, but for those that
 * `xml:space` or the stylesheet preserves (XSLT 1.0 §3.4). If there is nothing to strip, it is the node itself.
 * @param preserves returns true if the stylesheet preserves white space in an element
 */
export function stripped(node: Node, preserves: (element: Node) => boolean): Node {
  let root = node;
  while (root.parent !== undefined) root = root.parent;
  const kept = new KeptTexts(preserves);
  if (!hasStrippable(root, kept)) return node;
  const document = new XmlDocument();
  if (root instanceof XmlDocument) {
    document.documentType = root.documentType;
    document.isHtml = root.isHtml;
  }
  const copies: Copy[] = [{ source: root, copy: document }];
  let found: Node = document;
  for (let next = copies.pop(); next !== undefined; next = copies.pop()) {
    const { source, copy } = next;
    const children: Node[] = [];
    for (const child of kept.children(source)) {
      spend(stepsPerNode + child.attributes.length);
      const made = copyOf(child, copy, children.length);
      children.push(made);
      if (child === node) found = made;
      if (made instanceof XmlElement) copies.push({ source: child, copy: made });
    }
    copy.adopt(children);
  }
  return found;
}

/** Makes the test whether an element keeps such texts, by rules of which the first counts. */
export function preserves(
  rules: readonly (readonly [test: string, what: "strip" | "preserve"])[],
): (element: Node) => boolean {
  const places = new Map<string, number>();
  for (const [place, [test]] of rules.entries()) if (!places.has(test)) places.set(test, place);
  const placeOf = (test: string) => places.get(test) ?? rules.length;
  return (element) => {
    const ofNamespace = element.namespaceUri === "" ? rules.length : placeOf(`{${element.namespaceUri}}*`);
    const place = Math.min(placeOf(expandedName(element)), ofNamespace, placeOf("*"));
    return rules[place]?.[1] !== "strip";
  };
}

interface Copy {
  readonly source: Node;
  readonly copy: XmlDocument | XmlElement;
}

/** Which texts stay. */
class KeptTexts {
  /** Elements in whose content `xml:space` preserves white space. */
  readonly #preserving = new Set<Node>();

  constructor(private readonly preserves: (element: Node) => boolean) {}

  /** The children that stay; a parent must be asked for before its children. */
  children(parent: Node): readonly Node[] {
    return this.#preservesIn(parent) ? parent.children : parent.children.filter((one) => !isSpace(one));
  }

  #preservesIn(parent: Node): boolean {
    if (parent.type !== "element") return false;
    const said = parent.attributes.find(({ name }) => name === "xml:space")?.toText();
    const inherited = parent.parent !== undefined && this.#preserving.has(parent.parent);
    const isPreserving = said === "preserve" || (inherited && said !== "default");
    if (isPreserving) this.#preserving.add(parent);
    return isPreserving || this.preserves(parent);
  }
}

function isSpace(node: Node): boolean {
  return node.type === "text" && !/[^ \t\r\n]/.test(node.toText());
}

function hasStrippable(root: Node, kept: KeptTexts): boolean {
  const pending: Node[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    spend();
    const { children } = node;
    if (children.length === 0) continue;
    if (kept.children(node).length < children.length) return true;
    for (const child of children) pending.push(child);
  }
  return false;
}

function copyOf(node: Node, parent: XmlDocument | XmlElement, order: number): Node {
  const { type, name, namespaceUri } = node;
  if (type === "document") throw new Error("A document is no child.");
  if (type !== "element") return new Leaf(type, name, namespaceUri, node.toText(), parent, order);
  const declared = node instanceof XmlElement ? node.declared : undefined;
  const element = new XmlElement(name, namespaceUri, declared, parent, order);
  element.adoptAttributes(
    node.attributes.map((one, index) =>
      attributeLeaf(element, index, one.name, one.toText(), one.namespaceUri),
    ),
  );
  return element;
}
