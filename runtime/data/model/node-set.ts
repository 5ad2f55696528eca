import { spend } from "../../base/work.js";
import type { Node } from "./node.js";
import { stringValue } from "./string-value.js";
import { type ChildSteps, type Found, type Item, type JsonValue, Selection } from "./values.js";

/**
 * Nodes in document order, without duplicates. A path of plain child steps yields them as plain values; the nodes
 * behind those values are made when somebody asks for them.
 */
export class NodeSet extends Selection {
  readonly #items: readonly Item[];
  readonly #makeNodes: (() => readonly Node[]) | undefined;
  /**
   * True if no node is inside another one. Then the children of all nodes, one node after the other, are in
   * document order.
   */
  readonly disjoint: boolean;

  /** @param makeNodes is needed where the items are not nodes themselves */
  constructor(items: readonly Item[], disjoint: boolean, makeNodes?: () => readonly Node[]) {
    super();
    this.#items = items;
    this.#makeNodes = makeNodes;
    this.disjoint = disjoint;
  }

  at(names: readonly string[], from: number, steps: ChildSteps): Found {
    return steps.fromSet(this, this.disjoint, names, from);
  }
  toJson(): JsonValue {
    const item = this.#items[0];
    return item instanceof Selection ? item.toJson() : (item ?? null);
  }
  toText(): string {
    const item = this.#items[0];
    return item instanceof Selection ? item.toText() : stringValue(item ?? null);
  }
  get size(): number {
    return this.#items.length;
  }
  nodes(): readonly Node[] {
    return this.#makeNodes === undefined ? (this.#items as readonly Node[]) : this.#makeNodes();
  }
  toItems(): readonly Item[] {
    return this.#items;
  }
  override get hasNodes(): boolean {
    return this.#makeNodes === undefined;
  }
}

export const emptySet = new NodeSet([], true);

/**
 * The nodes of an axis, as a part of a list in document order that other nodes share. How many there are, and which one
 * is the n-th, is known without going through them.
 */
export class NodeRange extends NodeSet {
  readonly #list: readonly Node[];
  readonly #from: number;
  readonly #to: number;
  readonly #without: readonly Node[];
  #nodes: readonly Node[] | undefined;

  /**
   * @param without nodes in that part of the list that do not belong to the axis, in document order: ancestors are not
   * on `preceding`
   */
  constructor(
    list: readonly Node[],
    from: number,
    to: number,
    disjoint: boolean,
    without: readonly Node[] = [],
  ) {
    super([], disjoint);
    this.#list = list;
    this.#from = from;
    this.#to = to;
    this.#without = without;
  }

  override get size(): number {
    return this.#to - this.#from - this.#without.length;
  }

  override nodes(): readonly Node[] {
    this.#nodes ??= this.#collected();
    return this.#nodes;
  }

  override toItems(): readonly Item[] {
    return this.nodes();
  }

  override toJson(): JsonValue {
    return this.firstItem?.toJson() ?? null;
  }

  override toText(): string {
    return this.firstItem?.toText() ?? "";
  }

  override get firstItem(): Node | undefined {
    return this.nth(1, false);
  }

  /** The node at a position that counts from 1, in document order or against it. */
  nth(position: number, isReverse: boolean): Node | undefined {
    let left = position;
    let found: Node | undefined;
    this.visit(isReverse, (node) => {
      if (--left === 0) found = node;
      return left > 0;
    });
    return found;
  }

  /** Hands on the nodes, in document order or against it, until no more are wanted. */
  visit(isReverse: boolean, isMoreWanted: (node: Node) => boolean): void {
    const step = isReverse ? -1 : 1;
    let next = isReverse ? this.#to - 1 : this.#from;
    let left = this.#to - this.#from;
    let skipped = isReverse ? this.#without.length - 1 : 0;
    for (; left > 0; left--, next += step) {
      const node = this.#list[next] as Node;
      if (node === this.#without[skipped]) skipped += step;
      else if (!isMoreWanted(node)) return;
    }
  }

  #collected(): readonly Node[] {
    if (this.size === this.#list.length) return this.#list;
    spend(this.size);
    if (this.#without.length === 0) return this.#list.slice(this.#from, this.#to);
    const nodes: Node[] = [];
    this.visit(false, (node) => nodes.push(node) > 0);
    return nodes;
  }
}
