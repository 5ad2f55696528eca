/**
 * Documents for the tests: the data model of XPath 1.0 §5, written down as plainly as can be, and enough of the DOM for
 * libraries to read it. Nothing here comes from the runtime under test.
 */

export type DomType = 1 | 2 | 3 | 7 | 8 | 9 | 13;

export const ELEMENT = 1;
export const ATTRIBUTE = 2;
export const TEXT = 3;
export const INSTRUCTION = 7;
export const COMMENT = 8;
export const DOCUMENT = 9;
/** Namespace nodes have no number in the DOM; libraries do not see ours. */
export const NAMESPACE = 13;

export const xmlNamespace = "http://www.w3.org/XML/1998/namespace";

export class DomNode {
  parentNode: DomNode | null = null;
  ownerElement: DomNode | null = null;
  ownerDocument: DomNode | null = null;
  /** Which of its parent's children it is. */
  place = 0;
  readonly prefix: string | null;
  readonly localName: string | null;
  readonly childNodes: DomNode[] = [];
  readonly attributes: DomNode[] & { item?: (index: number) => DomNode | undefined } = [];
  /** XPath's, not the DOM's. */
  readonly namespaces: DomNode[] = [];

  constructor(
    readonly nodeType: DomType,
    readonly nodeName: string,
    readonly namespaceURI: string | null,
    readonly nodeValue: string | null,
  ) {
    const colon = nodeName.indexOf(":");
    this.prefix = colon < 0 ? null : nodeName.slice(0, colon);
    this.localName = nodeType === ELEMENT || nodeType === ATTRIBUTE ? nodeName.slice(colon + 1) : null;
    this.attributes.item = (index) => this.attributes[index];
  }

  get name(): string {
    return this.nodeName;
  }
  get target(): string | undefined {
    return this.nodeType === INSTRUCTION ? this.nodeName : undefined;
  }
  get value(): string | null {
    return this.nodeValue;
  }
  get data(): string | null {
    return this.nodeValue;
  }
  get firstChild(): DomNode | null {
    return this.childNodes[0] ?? null;
  }
  get lastChild(): DomNode | null {
    return this.childNodes.at(-1) ?? null;
  }
  get nextSibling(): DomNode | null {
    return this.parentNode?.childNodes[this.place + 1] ?? null;
  }
  get previousSibling(): DomNode | null {
    return this.parentNode?.childNodes[this.place - 1] ?? null;
  }
  get documentElement(): DomNode | null {
    return this.childNodes.find(({ nodeType }) => nodeType === ELEMENT) ?? null;
  }
  getAttributeNS(uri: string | null, name: string): string | null {
    const found = this.attributes.find((one) => one.localName === name && one.namespaceURI === uri);
    return found?.nodeValue ?? null;
  }

  /** XPath's parent, which an attribute has, too. */
  get owner(): DomNode | null {
    return this.parentNode ?? this.ownerElement;
  }
}

export const documentNode = (): DomNode => new DomNode(DOCUMENT, "#document", null, null);

export function append(parent: DomNode, child: DomNode): DomNode {
  child.parentNode = parent;
  child.ownerDocument = parent.ownerDocument ?? parent;
  child.place = parent.childNodes.length;
  parent.childNodes.push(child);
  return child;
}

export function addAttribute(element: DomNode, attribute: DomNode): void {
  attribute.ownerElement = element;
  attribute.ownerDocument = element.ownerDocument;
  (attribute.nodeType === NAMESPACE ? element.namespaces : element.attributes).push(attribute);
}

/** From the parent up to the document. */
export const ancestorsOf = ({ owner }: DomNode): readonly DomNode[] =>
  owner === null ? [] : [owner, ...ancestorsOf(owner)];

/** All nodes in document order: an element's namespaces and attributes stand between it and its children. */
export function allNodes(root: DomNode): DomNode[] {
  return [root, ...root.namespaces, ...root.attributes, ...root.childNodes.flatMap(allNodes)];
}

/** A node to start from: more often one that has something around it. */
export function chooseNode(root: DomNode, choice: number): DomNode {
  const all = allNodes(root);
  const elements = all.filter(({ nodeType }) => nodeType === ELEMENT);
  const parents = elements.filter(({ childNodes }) => childNodes.length > 0);
  const among = [...all, ...elements, ...parents, ...parents, ...parents];
  return among[choice % among.length] ?? root;
}

/** `/0/1/@x`: where a node is, so that nodes of two trees can be compared. */
export function place(node: DomNode): string {
  const { owner } = node;
  if (owner === null) return "";
  if (node.nodeType === ATTRIBUTE) return `${place(owner)}/@${node.nodeName}`;
  if (node.nodeType === NAMESPACE) return `${place(owner)}/#${node.nodeName}`;
  return `${place(owner)}/${owner.childNodes.indexOf(node)}`;
}

export function toXml(node: DomNode, declared: Declared): string {
  switch (node.nodeType) {
    case DOCUMENT:
      return node.childNodes.map((child) => toXml(child, declared)).join("");
    case TEXT:
      return escaped(node.nodeValue ?? "");
    case COMMENT:
      return `<!--${node.nodeValue}-->`;
    case INSTRUCTION:
      return `<?${node.nodeName}${node.nodeValue === "" ? "" : ` ${node.nodeValue}`}?>`;
    default: {
      const declarations = [...(declared.get(node) ?? [])].map(
        ([prefix, uri]) => ` xmlns${prefix === "" ? "" : `:${prefix}`}="${escaped(uri)}"`,
      );
      const attributes = node.attributes.map((one) => ` ${one.nodeName}="${escaped(one.nodeValue ?? "")}"`);
      const tag = `${node.nodeName}${declarations.join("")}${attributes.join("")}`;
      const content = node.childNodes.map((child) => toXml(child, declared)).join("");
      return content === "" ? `<${tag}/>` : `<${tag}>${content}</${node.nodeName}>`;
    }
  }
}

/** The namespace declarations that each element writes. */
export type Declared = ReadonlyMap<DomNode, ReadonlyMap<string, string>>;

const escaped = (text: string) =>
  text.replace(/[&<>"\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
