import { checkDepth, checkNodes } from "../../base/tree-limits.js";
import { spend } from "../../base/work.js";
import { attributeLeaf, Leaf, type Node } from "../model/node.js";
import type { DocumentType } from "./document-type.js";
import { XmlDocument, XmlElement } from "./xml-node.js";

export interface NewAttribute {
  readonly name: string;
  readonly namespaceUri: string;
  readonly value: string;
}

interface OpenNode {
  readonly node: XmlElement | XmlDocument;
  /** Where its children begin, among those of all open nodes. */
  readonly start: number;
}

const none: readonly Node[] = [];

/** The cost of a node, beside its characters. */
const stepsPerNode = 8;

/** That of an attribute, whose name must differ from those of all others. */
const stepsPerAttribute = 16;

/**
 * Makes a tree from the events of a parser, or node by node. Adjacent texts become one text node.
 * All methods throw `TreeLimitError` when the tree gets too big.
 */
export class XmlBuilder {
  readonly #document: XmlDocument;
  readonly #open: OpenNode[];
  /**
   * The children of the open nodes, each one's behind those of its parent. A list that grows by itself takes much more
   * room than most elements need.
   */
  readonly #children: Node[] = [];
  /** How many children there are. What stands behind them is left over from nodes that are closed. */
  #end = 0;
  #text = "";
  #count = 0;

  constructor() {
    this.#document = new XmlDocument();
    this.#open = [{ node: this.#document, start: 0 }];
  }

  /** Notes what the document type declaration says. */
  declare(documentType: DocumentType): void {
    this.#document.documentType = documentType;
  }

  element(
    name: string,
    namespaceUri = "",
    attributes: readonly NewAttribute[] = [],
    declared?: ReadonlyMap<string, string>,
  ): void {
    checkDepth(this.#open.length);
    const { node: parent, start } = this.#flush();
    const element = new XmlElement(name, namespaceUri, declared, parent, this.#end - start);
    this.#add(element);
    if (declared !== undefined) spend(stepsPerNode * declared.size);
    if (attributes.length > 0) this.#addAttributes(element, attributes);
    this.#open.push({ node: element, start: this.#end });
  }

  text(text: string): void {
    this.#text += text;
  }

  comment(text: string): void {
    const { node, start } = this.#flush();
    this.#add(new Leaf("comment", "", "", text, node, this.#end - start));
  }

  processingInstruction(target: string, body: string): void {
    const { node, start } = this.#flush();
    this.#add(new Leaf("processing-instruction", target, "", body, node, this.#end - start));
  }

  /** Ends the element that was begun last. */
  close(): void {
    const { node, start } = this.#flush();
    node.adopt(start === this.#end ? none : this.#children.slice(start, this.#end));
    this.#end = start;
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
      const text = new Leaf("text", "", "", this.#text, open.node, this.#end - open.start);
      this.#text = "";
      this.#add(text);
    }
    return open;
  }

  #add(node: Node): void {
    checkNodes(++this.#count);
    spend(stepsPerNode);
    this.#children[this.#end++] = node;
  }

  #addAttributes(element: XmlElement, attributes: readonly NewAttribute[]): void {
    this.#count += attributes.length;
    spend(stepsPerAttribute * attributes.length);
    checkNodes(this.#count);
    element.adoptAttributes(
      attributes.map((one, index) => attributeLeaf(element, index, one.name, one.value, one.namespaceUri)),
    );
  }
}
