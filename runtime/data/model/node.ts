import { type Found, type Item, type JsonValue, Selection } from "./values.js";

export type NodeType =
  | "document"
  | "element"
  | "attribute"
  | "text"
  | "comment"
  | "processing-instruction"
  | "namespace";

const none: readonly Node[] = [];

/** A node of the XPath 1.0 §5 data model; as a selection, the set of this one node. */
export abstract class Node extends Selection {
  abstract get type(): NodeType;
  /** The qualified name as written; empty where the node type has none. */
  abstract get name(): string;
  abstract get namespaceUri(): string;
  abstract get parent(): Node | undefined;
  /**
   * The place among the nodes of the parent. Children count from 0; attributes and namespaces come before them, below
   * 0.
   */
  abstract get order(): number;

  override get hasNodes(): boolean {
    return true;
  }
  get localName(): string {
    return this.name.slice(this.name.indexOf(":") + 1);
  }
  get children(): readonly Node[] {
    return none;
  }
  /** The children that are elements. */
  get elements(): readonly Node[] {
    return none;
  }
  get attributes(): readonly Node[] {
    return none;
  }
  /** The namespace nodes: one for each prefix in scope. */
  get namespaces(): readonly Node[] {
    return none;
  }
  /** True if the node stands for JSON's `null`. */
  get isNull(): boolean {
    return false;
  }
  override get itemList(): readonly Node[] | undefined {
    return undefined;
  }
  /** The element that `id()` finds; only documents know. */
  elementById(_id: string): Node | undefined {
    return undefined;
  }

  get size(): number {
    return 1;
  }
  nodes(): readonly Node[] {
    return [this];
  }
  toItems(): readonly Item[] {
    return [this];
  }
}

/** A node without children: an attribute, text, a comment, a processing instruction or a namespace. */
export class Leaf extends Node {
  constructor(
    readonly type: Exclude<NodeType, "document" | "element">,
    readonly name: string,
    readonly namespaceUri: string,
    readonly text: string,
    public parent: Node | undefined,
    public order: number,
  ) {
    super();
  }

  at(names: readonly string[], from: number): Found {
    return from === names.length ? this : undefined;
  }
  toJson(): JsonValue {
    return this.text;
  }
  toText(): string {
    return this.text;
  }
}

const attributesFrom = -1_000_000_000;
const namespacesFrom = -2_000_000_000;

export function attributeLeaf(owner: Node, index: number, name: string, value: string, uri = ""): Leaf {
  return new Leaf("attribute", name, uri, value, owner, attributesFrom + index);
}

export function namespaceLeaf(owner: Node, index: number, prefix: string, uri: string): Leaf {
  return new Leaf("namespace", prefix, "", uri, owner, namespacesFrom + index);
}
