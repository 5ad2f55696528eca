import { normalizeSpace } from "../../base/counted.js";
import { read, spend } from "../../base/work.js";
import { exactNumber } from "../json/long-integers.js";
import { Node, type NodeType, namespaceLeaf } from "../model/node.js";
import { NodeSet } from "../model/node-set.js";
import { parseNumber } from "../model/string-value.js";
import { type Found, type JsonValue, setMember } from "../model/values.js";
import type { DocumentType } from "./document-type.js";

export const xmlNamespace = "http://www.w3.org/XML/1998/namespace";

/** The document node of a parsed tree. */
export class XmlDocument extends Node {
  #children: readonly Node[] = [];
  #elements: readonly Node[] | undefined;
  #ids: ReadonlyMap<string, Node> | undefined;
  /** True if all requests read the document, so that none may change it. */
  isShared = false;

  documentType: DocumentType | undefined;
  /** True if the tree was read from HTML, which has identifiers of its own. */
  isHtml = false;

  get type(): NodeType {
    return "document";
  }
  get name(): string {
    return "";
  }
  get namespaceUri(): string {
    return "";
  }
  get parent(): undefined {
    return undefined;
  }
  get order(): number {
    return 0;
  }
  override get children(): readonly Node[] {
    return this.#children;
  }
  override get elements(): readonly Node[] {
    this.#elements ??= elementsAmong(this.#children);
    return this.#elements;
  }
  get documentElement(): Node | undefined {
    return this.#children.find(isElement);
  }
  override get isNull(): boolean {
    return this.documentElement?.isNull === true;
  }
  /** Only for those who build or change the tree. */
  adopt(children: readonly Node[]): void {
    this.#children = children;
    this.#elements = undefined;
  }
  get document(): XmlDocument {
    return this;
  }
  /** Called after every change in the tree. */
  forgetIdentifiers(): void {
    this.#ids = undefined;
  }

  /** Identifiers are attributes `xml:id`, those that are declared with the type ID, and in HTML those of HTML. */
  override elementById(id: string): Node | undefined {
    this.#ids ??= identified(this);
    return this.#ids.get(id);
  }

  at(names: readonly string[], from: number): Found {
    return children(this, names, from);
  }
  toJson(): JsonValue {
    return this.documentElement?.toJson() ?? null;
  }
  toText(): string {
    return textWithin(this);
  }
}

export class XmlElement extends Node {
  #children: readonly Node[] = [];
  #elements: readonly Node[] | undefined;
  #attributes: readonly Node[] = [];
  #namespaces: readonly Node[] | undefined;

  /**
   * @param declared the namespace declarations of the start tag: prefix to URI, with the empty prefix for `xmlns`
   * @param parent changed, like the order, by `replaceElement()` alone
   */
  constructor(
    readonly name: string,
    readonly namespaceUri: string,
    readonly declared: ReadonlyMap<string, string> | undefined,
    public parent: XmlElement | XmlDocument,
    public order: number,
  ) {
    super();
  }

  get type(): NodeType {
    return "element";
  }
  override get children(): readonly Node[] {
    return this.#children;
  }
  override get elements(): readonly Node[] {
    this.#elements ??= elementsAmong(this.#children);
    return this.#elements;
  }
  override get attributes(): readonly Node[] {
    return this.#attributes;
  }
  get document(): XmlDocument {
    let top: XmlElement | XmlDocument = this;
    while (top instanceof XmlElement) top = top.parent;
    return top;
  }
  override get namespaces(): readonly Node[] {
    this.#namespaces ??= inScope(this)
      .filter(([, uri]) => uri !== "")
      .map(([prefix, uri], index) => namespaceLeaf(this, index, prefix, uri));
    return this.#namespaces;
  }
  override get isNull(): boolean {
    return notationType(this) === "null";
  }
  override get itemList(): readonly Node[] | undefined {
    return notationType(this) === "array" ? this.elements : undefined;
  }
  /** Only for those who build or change the tree. */
  adopt(children: readonly Node[]): void {
    this.#children = children;
    this.#elements = undefined;
  }
  /** Only for the builder of the tree. */
  adoptAttributes(attributes: readonly Node[]): void {
    this.#attributes = attributes;
  }

  at(names: readonly string[], from: number): Found {
    return children(this, names, from);
  }
  /** The string-value, unless attributes say that the element is written in Object XML Notation. */
  toJson(): JsonValue {
    switch (notationType(this)) {
      case "null":
        return null;
      case "boolean":
        return this.toText() === "true";
      case "number":
        return numberValue(this.toText());
      case "array":
        return this.elements.map((item) => item.toJson());
      case "object":
        return objectOf(this.elements);
      default:
        return this.toText();
    }
  }
  toText(): string {
    return textWithin(this);
  }
}

function isElement(node: Node): boolean {
  return node.type === "element";
}

/** Often all nodes are elements; then the list is shared. */
function elementsAmong(nodes: readonly Node[]): readonly Node[] {
  return nodes.every(isElement) ? nodes : nodes.filter(isElement);
}

/** How many elements are compared with a name in one step. */
const elementsPerStep = 16;

function children(base: XmlDocument | XmlElement, names: readonly string[], from: number): Found {
  let reached: readonly Node[] = [base];
  for (let index = from; index < names.length; index++) {
    const name = names[index];
    const next: Node[] = [];
    for (const node of reached) {
      spend(1 + node.elements.length / elementsPerStep);
      for (const one of node.elements) if (one.name === name && one.namespaceUri === "") next.push(one);
    }
    reached = next;
  }
  return reached.length > 1 ? new NodeSet(reached, true) : reached[0];
}

/** XPath 1.0 §5.2: the text nodes inside the node, one after the other. */
function textWithin(top: Node): string {
  let text = "";
  const pending: Node[] = [top];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    spend();
    if (node.type === "text") text += node.toText();
    for (let index = node.children.length - 1; index >= 0; index--)
      pending.push(node.children[index] as Node);
  }
  return read(text);
}

const notationTypes = ["null", "boolean", "number", "string", "array", "object"] as const;

/** The JSON type of an element in Object XML Notation: the name of an attribute that is empty. */
function notationType(element: XmlElement): (typeof notationTypes)[number] | undefined {
  spend(1 + element.attributes.length);
  for (const attribute of element.attributes) {
    const type = notationTypes.find((one) => one === attribute.name);
    if (type !== undefined && attribute.toText() === "") return type;
  }
  return undefined;
}

function numberValue(text: string): number | bigint | null {
  const value = exactNumber(text);
  if (typeof value === "bigint") return value;
  const number = parseNumber(text);
  return Number.isFinite(number) ? number : null;
}

function objectOf(elements: readonly Node[]): JsonValue {
  const members: Record<string, JsonValue> = {};
  for (const element of elements) setMember(members, keyOf(element), element.toJson());
  return members;
}

/** The name of the member that an element or attribute stands for in Object XML Notation. */
export function keyOf(node: Node): string {
  if (node.name !== "json-element") return node.name;
  return node.attributes.find(({ name }) => name === "name")?.toText() ?? node.name;
}

/**
 * The value that a pair producer makes of an element or attribute. In markup without types, a text that is a number
 * becomes one.
 */
export function pairValue(node: Node): JsonValue {
  const json = node.toJson();
  return typeof json === "string" && isUntyped(node) && isCanonicalNumber(json) ? Number(json) : json;
}

function isUntyped(node: Node): boolean {
  if (node.type === "attribute") return node.parent instanceof XmlElement;
  return node instanceof XmlElement && notationType(node) === undefined;
}

/**
 * Returns true if the number is written as the text is: `7` is, but neither `007` and `7.0`, nor a text with
 * more digits than a number keeps.
 */
function isCanonicalNumber(text: string): boolean {
  return Number.isFinite(Number(text)) && String(Number(text)) === text;
}

/** The cost of a namespace node: each element has its own for every namespace in scope. */
const stepsPerNamespace = 10;

/**
 * The namespaces in scope. The inner declaration of a prefix hides the outer ones; an empty URI takes back the default
 * namespace. The order is that of libxml2: `xml` first, then from the outermost declaration to the innermost, those of
 * one element backwards.
 */
function inScope(element: XmlElement): readonly (readonly [prefix: string, uri: string])[] {
  const scope = new Map<string, string>();
  for (let node: Node | undefined = element; node instanceof XmlElement; node = node.parent) {
    spend();
    for (const [prefix, uri] of node.declared ?? []) {
      if (!scope.has(prefix)) scope.set(prefix, uri);
    }
  }
  scope.delete("xml");
  spend(stepsPerNamespace * scope.size);
  return [["xml", xmlNamespace], ...[...scope].reverse()];
}

/** The elements by their identifiers; the first one counts if two have the same. */
function identified(document: XmlDocument): ReadonlyMap<string, Node> {
  const found = new Map<string, Node>();
  const pending: Node[] = [document];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    spend(1 + node.attributes.length);
    for (const attribute of node.attributes) {
      if (!isIdentifier(document, node.name, attribute.name)) continue;
      const text = attribute.toText();
      const id = document.isHtml ? text : normalizeSpace(text);
      if (!found.has(id)) found.set(id, node);
    }
    for (let index = node.children.length - 1; index >= 0; index--)
      pending.push(node.children[index] as Node);
  }
  return found;
}

/** For HTML, the standard does not say it: these are the identifiers that libxml2 knows. */
function isIdentifier({ documentType, isHtml }: XmlDocument, element: string, attribute: string): boolean {
  if (attribute === "xml:id") return true;
  if (isHtml) return attribute === "id" || (attribute === "name" && element === "a");
  return documentType?.attributes.get(element)?.types.get(attribute) === "ID";
}
