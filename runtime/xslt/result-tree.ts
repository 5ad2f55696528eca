import { checkDepth, checkNodes } from "../base/tree-limits.js";
import { checkLength, spend } from "../base/work.js";
import { attributeLeaf, Leaf, type Node } from "../data/model/node.js";
import { XmlDocument, XmlElement, xmlNamespace } from "../data/xml/xml-node.js";
import { RawText } from "./html-elements.js";

/** Prefixes and their URIs. */
export type Prefixes = readonly (readonly [prefix: string, uri: string])[];

/** An element whose start tag may still get attributes. */
interface Start {
  /** The list of namespaces that are in scope in the element, if they are all that it brings along. */
  readonly brought: Prefixes | undefined;
  readonly name: string;
  readonly namespaceUri: string;
  readonly declared: Map<string, string>;
  readonly attributes: AttributeList;
}

interface Open {
  readonly node: XmlElement | XmlDocument;
  readonly children: Node[];
  /** The prefixes in scope; undeclared ones are missing. */
  readonly scope: ReadonlyMap<string, string>;
  /** A list whose namespaces are all among them: that of an element is mostly that of its parent. */
  readonly brought?: Prefixes | undefined;
}

/** The cost of a node, beside its characters. */
const stepsPerNode = 8;

/** How much text is taken, and written with escapes later, in one step. */
const unitsPerStep = 8;

/** A result tree, or a fragment of one (XSLT 1.0 §11.1), that grows node by node. Namespaces are declared where needed. */
export class ResultTree {
  readonly #document = new XmlDocument();
  readonly #open: Open[] = [{ node: this.#document, children: [], scope: new Map([["xml", xmlNamespace]]) }];
  #start: Start | undefined;
  #text = "";
  #length = 0;
  #count = 0;

  /** @param namespaces that the element brings along, whether its name needs them or not */
  open(name: string, namespaceUri: string, namespaces: Prefixes): void {
    const { scope, brought } = this.#flush();
    checkDepth(this.#open.length);
    const declared = new Map<string, string>();
    const prefix = prefixOf(name);
    const declare = (other: string, uri: string) => {
      if (other !== "xml" && (scope.get(other) ?? "") !== uri) declared.set(other, uri);
    };
    if (namespaces !== brought) {
      spend(namespaces.length);
      for (const [other, uri] of namespaces) declare(other, other === prefix ? namespaceUri : uri);
    }
    declare(prefix, namespaceUri);
    const isAll = namespaces !== brought || declared.size === 0;
    this.#start = {
      brought: isAll ? namespaces : undefined,
      name,
      namespaceUri,
      declared,
      attributes: new AttributeList(),
    };
  }

  close(): void {
    const { node, children } = this.#flush();
    node.adopt(children);
    this.#open.pop();
  }

  text(text: string): void {
    if (text === "") return;
    this.#pay(text);
    if (this.#start !== undefined) this.#begin(this.#start);
    this.#text += text;
  }

  /** Text that is written without escapes. */
  raw(text: string): void {
    this.#pay(text);
    const { node, children } = this.#flush();
    this.#add(new RawText(text, node, children.length));
  }

  comment(text: string): void {
    this.#pay(text);
    const { node, children } = this.#flush();
    this.#add(new Leaf("comment", "", "", text, node, children.length));
  }

  processingInstruction(target: string, body: string): void {
    this.#pay(body);
    const { node, children } = this.#flush();
    this.#add(new Leaf("processing-instruction", target, "", body, node, children.length));
  }

  /** Adds an attribute to the element whose start is last; one of the same name gives way. Not behind children. */
  attribute(name: string, value: string, namespaceUri: string): void {
    const start = this.#start;
    if (start === undefined) return;
    this.#pay(value);
    const local = name.slice(name.indexOf(":") + 1);
    const known = start.attributes.find(namespaceUri, local);
    if (known !== undefined) {
      known.value = value;
      return;
    }
    const own = namespaceUri === "" ? local : this.#attributeName(start, name, local, namespaceUri);
    start.attributes.add({ name: own, namespaceUri, value });
  }

  /** A namespace node that is copied. */
  namespace(prefix: string, uri: string): void {
    const start = this.#start;
    if (start === undefined || prefix === "xml" || this.#bound(start, prefix) === uri) return;
    if (prefix === "" && start.namespaceUri === "") return;
    if (!start.declared.has(prefix)) start.declared.set(prefix, uri);
  }

  /** Ends the tree. */
  finish(): XmlDocument {
    while (this.#open.length > 0) this.close();
    return this.#document;
  }

  /** A name with a prefix that means the namespace: its own, another one in scope, or a new one. */
  #attributeName(start: Start, name: string, local: string, uri: string): string {
    if (uri === xmlNamespace) return `xml:${local}`;
    const wanted = prefixOf(name);
    const isFree = wanted !== "" && wanted !== "xml" && wanted !== "xmlns" && this.#isFree(start, wanted);
    if (wanted !== "" && this.#bound(start, wanted) === uri) return name;
    const inScope = this.#prefixFor(start, uri);
    if (inScope !== undefined) return `${inScope}:${local}`;
    let prefix = isFree ? wanted : `ns_${start.declared.size + 1}`;
    while (!isFree && this.#bound(start, prefix) !== undefined) prefix = `${prefix}_`;
    start.declared.set(prefix, uri);
    return `${prefix}:${local}`;
  }

  /** Returns true if a start tag may give the prefix a meaning: it uses it for nothing else. */
  #isFree(start: Start, prefix: string): boolean {
    return (
      !start.declared.has(prefix) && prefixOf(start.name) !== prefix && !start.attributes.usesPrefix(prefix)
    );
  }

  #bound({ declared }: Start, prefix: string): string | undefined {
    return declared.get(prefix) ?? this.#open.at(-1)?.scope.get(prefix);
  }

  #prefixFor(start: Start, uri: string): string | undefined {
    const scope = this.#open.at(-1)?.scope;
    spend(start.declared.size + (scope?.size ?? 0));
    for (const [prefix, own] of start.declared) if (own === uri && prefix !== "") return prefix;
    for (const [prefix, own] of scope ?? [])
      if (own === uri && prefix !== "" && this.#bound(start, prefix) === uri) return prefix;
    return undefined;
  }

  #flush(): Open {
    if (this.#start !== undefined) this.#begin(this.#start);
    const open = this.#open.at(-1) as Open;
    if (this.#text !== "") {
      const text = this.#text;
      this.#text = "";
      this.#add(new Leaf("text", "", "", text, open.node, open.children.length));
    }
    return open;
  }

  /** Makes the element, now that its attributes are known. */
  #begin({ brought, name, namespaceUri, declared, attributes: { all: attributes } }: Start): void {
    this.#start = undefined;
    const { node, children, scope } = this.#flush();
    const own = declared.size === 0 ? undefined : declared;
    const element = new XmlElement(name, namespaceUri, own, node, children.length);
    this.#add(element);
    this.#count += attributes.length + declared.size;
    spend(stepsPerNode * (attributes.length + declared.size));
    checkNodes(this.#count);
    if (attributes.length > 0)
      element.adoptAttributes(
        attributes.map((one, index) => attributeLeaf(element, index, one.name, one.value, one.namespaceUri)),
      );
    const inner = own === undefined ? scope : widened(scope, own);
    this.#open.push({ node: element, children: [], scope: inner, brought });
  }

  /** A stylesheet may write one long text for each of many nodes. */
  #pay(text: string): void {
    this.#length += text.length;
    checkLength(this.#length);
    spend(text.length / unitsPerStep);
  }

  #add(node: Node): void {
    checkNodes(++this.#count);
    spend(stepsPerNode);
    this.#open.at(-1)?.children.push(node);
  }
}

function prefixOf(name: string): string {
  const colon = name.indexOf(":");
  return colon < 0 ? "" : name.slice(0, colon);
}

function widened(
  scope: ReadonlyMap<string, string>,
  declared: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const inner = new Map(scope);
  spend(inner.size);
  for (const [prefix, uri] of declared) {
    if (uri === "") inner.delete(prefix);
    else inner.set(prefix, uri);
  }
  return inner;
}

interface NewAttribute {
  readonly name: string;
  readonly namespaceUri: string;
  value: string;
}

/** Short lists are looked through; longer ones get an index, so that an element may have many attributes. */
const shortList = 8;

/** The attributes of an element that is being made; no two have the same expanded name. */
class AttributeList {
  readonly all: NewAttribute[] = [];
  #index: Map<string, Map<string, NewAttribute>> | undefined;

  find(namespaceUri: string, local: string): NewAttribute | undefined {
    if (this.all.length <= shortList)
      return this.all.find((one) => one.namespaceUri === namespaceUri && localName(one) === local);
    if (this.#index === undefined) {
      this.#index = new Map();
      for (const one of this.all) this.#note(this.#index, one);
    }
    return this.#index.get(namespaceUri)?.get(local);
  }

  add(attribute: NewAttribute): void {
    this.all.push(attribute);
    if (this.#index !== undefined) this.#note(this.#index, attribute);
  }

  /** Returns true if a name has the prefix. */
  usesPrefix(prefix: string): boolean {
    spend(this.all.length / shortList);
    return this.all.some(({ name }) => name.startsWith(`${prefix}:`));
  }

  /** The URI is not copied: it may be long, and that of many attributes. */
  #note(index: Map<string, Map<string, NewAttribute>>, attribute: NewAttribute): void {
    const { namespaceUri } = attribute;
    const names = index.get(namespaceUri) ?? new Map<string, NewAttribute>();
    index.set(namespaceUri, names);
    names.set(localName(attribute), attribute);
  }
}

function localName({ name }: NewAttribute): string {
  return name.slice(name.indexOf(":") + 1);
}
