import { attributeLeaf, Leaf, type Node } from "../data-model/node.js";
import { checkDepth, checkNodes } from "../limits/trees.js";
import { spend } from "../limits/work.js";
import type { DocumentType } from "./doctype.js";
import { XmlDocument, XmlElement } from "./node.js";

export interface NewAttribute {
  readonly name: string;
  readonly namespaceUri: string;
  readonly value: string;
}

interface OpenNode {
  readonly node: XmlElement | XmlDocument;
  readonly children: Node[];
}

/** What a node costs, beside its characters. */
const stepsPerNode = 8;

/**
 * Makes a tree from the events of a parser, or node by node. Adjacent texts become one text node.
 * All methods throw `TreeLimitError` when the tree gets too big.
 */
export class XmlBuilder {
  readonly #document: XmlDocument;
  readonly #open: OpenNode[];
  #text = "";
  #count = 0;

  constructor(documentType?: DocumentType) {
    this.#document = new XmlDocument(documentType);
    this.#open = [{ node: this.#document, children: [] }];
  }

  /** How many elements are open. */
  get depth(): number {
    return this.#open.length - 1;
  }

  /** Whether there is a root element already, so that an element at this place would be a second one. */
  get hasRoot(): boolean {
    return this.#open[0]?.children.some(({ type }) => type === "element") === true;
  }

  element(
    name: string,
    namespaceUri = "",
    attributes: readonly NewAttribute[] = [],
    declared?: ReadonlyMap<string, string>,
  ): void {
    checkDepth(this.#open.length);
    const { node: parent, children } = this.#flush();
    const element = new XmlElement(name, namespaceUri, declared, parent, children.length);
    this.#add(element);
    this.#count += attributes.length;
    spend(stepsPerNode * attributes.length);
    checkNodes(this.#count);
    element.adoptAttributes(
      attributes.map((one, index) => attributeLeaf(element, index, one.name, one.value, one.namespaceUri)),
    );
    this.#open.push({ node: element, children: [] });
  }

  text(text: string): void {
    this.#text += text;
  }

  comment(text: string): void {
    const { node, children } = this.#flush();
    this.#add(new Leaf("comment", "", "", text, node, children.length));
  }

  processingInstruction(target: string, body: string): void {
    const { node, children } = this.#flush();
    this.#add(new Leaf("processing-instruction", target, "", body, node, children.length));
  }

  /** Ends the element that was begun last. */
  close(): void {
    const { node, children } = this.#flush();
    node.adopt(children);
    this.#open.pop();
  }

  /** Ends the document. */
  finish(): XmlDocument {
    while (this.#open.length > 0) this.close();
    return this.#document;
  }

  #flush(): OpenNode {
    const open = this.#open.at(-1);
    if (open === undefined) throw new Error("The document is finished.");
    if (this.#text !== "") {
      const text = new Leaf("text", "", "", this.#text, open.node, open.children.length);
      this.#text = "";
      this.#add(text);
    }
    return open;
  }

  #add(node: Node): void {
    checkNodes(++this.#count);
    spend(stepsPerNode);
    this.#open.at(-1)?.children.push(node);
  }
}
