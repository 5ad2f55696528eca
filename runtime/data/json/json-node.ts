import { checkDepth, checkNodes } from "../../base/tree-limits.js";
import { spend } from "../../base/work.js";
import { isXmlName } from "../../base/xml-name.js";
import { attributeLeaf, Leaf, Node, type NodeType } from "../model/node.js";
import { NodeSet } from "../model/node-set.js";
import { stringValue } from "../model/string-value.js";
import {
  type ChildSteps,
  type Found,
  isArray,
  type JsonObject,
  type JsonValue,
  Selection,
} from "../model/values.js";
import { readJsonOr } from "./long-integers.js";

/** The cost of making a node. */
const stepsPerNode = 3;

/** The cost of knowing the document of an object or array as long as that lives. */
const stepsPerDocument = 30;

/** The documents of objects and arrays whose nodes somebody asked for: asking again yields the same nodes. */
const documents = new WeakMap<object, JsonDocument>();

/** The document node of a JSON tree; its child is the element `json`, or the root of a predefined variable. */
export class JsonDocument extends Node {
  readonly value: JsonValue;
  #members: Readonly<Record<string, JsonValue>> | undefined;
  #root: JsonNode | undefined;
  #count = 0;

  /** The document of a text; `undefined` if that is no JSON. */
  static parse(text: string): JsonDocument | undefined {
    const value = readJsonOr(text, undefined);
    return value === undefined ? undefined : new JsonDocument(value);
  }

  /** @param repeated the name of members whose arrays are elements of this name, one for each item */
  constructor(
    value: JsonValue,
    readonly rootName = "json",
    readonly repeated?: string,
  ) {
    super();
    this.value = value;
  }

  /** The root by its name, as an object has its members. */
  get members(): Readonly<Record<string, JsonValue>> {
    this.#members ??= { [this.rootName]: this.value };
    return this.#members;
  }

  /**
   * The document that the nodes of this data belong to. Noted only when nodes are asked for, which is never for most
   * documents.
   */
  get #canonical(): JsonDocument {
    const { value } = this;
    if (typeof value !== "object" || value === null) return this;
    if (this.rootName !== "json" || this.repeated !== undefined) return this;
    const known = documents.get(value);
    if (known === undefined) {
      spend(stepsPerDocument);
      documents.set(value, this);
    }
    return known ?? this;
  }

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
  get root(): JsonNode {
    const document = this.#canonical;
    if (document !== this) return document.root;
    this.#root ??= new JsonNode(this.value, this, this, this.rootName, this.rootName, 0, 1);
    return this.#root;
  }
  override get children(): readonly Node[] {
    return [this.root];
  }
  override get elements(): readonly Node[] {
    return [this.root];
  }
  override get isNull(): boolean {
    return this.value === null;
  }
  /** It is read as the data that it is made of. */
  override get hasNodes(): boolean {
    return false;
  }

  /** Counts nodes that are about to be made. @throws TreeLimitError */
  spend(count: number): void {
    this.#count += count;
    spend(stepsPerNode * count);
    checkNodes(this.#count);
  }

  at(names: readonly string[], from: number, steps: ChildSteps): Found {
    if (from === names.length) return this;
    return names[from] === this.rootName
      ? steps.fromValue(this.value, names, from + 1, this, from)
      : undefined;
  }
  toJson(): JsonValue {
    return this.value;
  }
  toText(): string {
    return stringValue(this.value);
  }
  override nodes(): readonly Node[] {
    return [this.#canonical];
  }
}

/** An element over a JSON value. Its children and attributes are made when they are first asked for. */
export class JsonNode extends Node {
  #children: readonly Node[] | undefined;
  #attributes: readonly Node[] | undefined;

  /** @param key the name of the object's member; the element has another name if that is no XML name */
  constructor(
    readonly value: JsonValue,
    readonly parent: JsonNode | JsonDocument,
    readonly document: JsonDocument,
    readonly key: string,
    readonly name: string,
    readonly order: number,
    readonly depth: number,
  ) {
    super();
  }

  get type(): NodeType {
    return "element";
  }
  get namespaceUri(): string {
    return "";
  }
  override get children(): readonly Node[] {
    this.#children ??= this.#makeChildren();
    return this.#children;
  }
  override get elements(): readonly Node[] {
    return typeof this.value === "object" ? this.children : [];
  }
  override get attributes(): readonly Node[] {
    this.#attributes ??= this.#makeAttributes();
    return this.#attributes;
  }
  override get isNull(): boolean {
    return this.value === null;
  }
  override get itemList(): readonly Node[] | undefined {
    return isArray(this.value) ? this.children : undefined;
  }

  at(names: readonly string[], from: number, steps: ChildSteps): Found {
    if (this.document.repeated === undefined) return steps.fromValue(this.value, names, from, this, from);
    return from === names.length ? this : steps.fromSet(new NodeSet([this], false), false, names, from);
  }
  toJson(): JsonValue {
    return this.value;
  }
  toText(): string {
    return stringValue(this.value);
  }

  #makeChildren(): readonly Node[] {
    const { value } = this;
    if (value === null) return [];
    if (typeof value !== "object") return this.#makeText(stringValue(value));
    checkDepth(this.depth + 1);
    return isArray(value) ? this.#makeItems(value) : this.#makeMembers(value);
  }

  #makeText(text: string): readonly Node[] {
    if (text === "") return [];
    this.document.spend(1);
    return [new Leaf("text", "", "", text, this, 0)];
  }

  #makeItems(values: readonly JsonValue[]): readonly Node[] {
    this.document.spend(values.length);
    return values.map((value, index) => this.#child(value, "value", "value", index));
  }

  #makeMembers(object: JsonObject): readonly Node[] {
    const { repeated } = this.document;
    const given = Object.entries(object).filter(([, value]) => value !== undefined);
    const entries = repeated === undefined ? given : given.flatMap((entry) => each(entry, repeated));
    this.document.spend(entries.length);
    return entries.map(([key, value], index) =>
      this.#child(value, key, isXmlName(key) ? key : "json-element", index),
    );
  }

  #child(value: JsonValue, key: string, name: string, order: number): JsonNode {
    return new JsonNode(value, this, this.document, key, name, order, this.depth + 1);
  }

  #makeAttributes(): readonly Node[] {
    const type = attributeLeaf(this, 1, typeName(this.value), "");
    return this.name === this.key ? [type] : [attributeLeaf(this, 0, "name", this.key), type];
  }
}

function each([key, value]: [string, JsonValue], repeated: string): [string, JsonValue][] {
  return key === repeated && isArray(value) ? value.map((item) => [key, item]) : [[key, value]];
}

/** The name of the attribute that says the type of a value. */
export function typeName(value: JsonValue): string {
  if (value === null) return "null";
  if (isArray(value)) return "array";
  return typeof value === "bigint" ? "number" : typeof value;
}

/** The root element of the tree over an object or array: the same one each time. */
function rootNode(value: object & JsonValue): JsonNode {
  return (documents.get(value) ?? new JsonDocument(value)).root;
}

/** The nodes that the value stands for; none for an XPath string, number or boolean. */
export function nodesOf(value: Found): readonly Node[] {
  if (value instanceof Selection) return value.nodes();
  if (value === null) return [new JsonDocument(value).root];
  return typeof value === "object" ? [rootNode(value)] : [];
}
