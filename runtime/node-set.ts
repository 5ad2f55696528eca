import { spread } from "./at.js";
import { textOf } from "./json-text.js";
import type { Node } from "./node.js";
import { type Found, type Item, type JsonValue, Selection } from "./values.js";

/**
 * Nodes in document order, without duplicates. A path of plain child steps yields them as plain values; the nodes
 * behind those are made when somebody asks for them.
 */
export class NodeSet extends Selection {
  readonly #items: readonly Item[];
  readonly #makeNodes: (() => readonly Node[]) | undefined;
  /** No node is within another one, so that their children one after the other are in document order. */
  readonly disjoint: boolean;

  /** `makeNodes` is needed where the items are not nodes themselves. */
  constructor(items: readonly Item[], disjoint: boolean, makeNodes?: () => readonly Node[]) {
    super();
    this.#items = items;
    this.#makeNodes = makeNodes;
    this.disjoint = disjoint;
  }

  at(names: readonly string[], from: number): Found {
    return spread(this, names, from);
  }
  toJson(): JsonValue {
    const item = this.#items[0];
    return item instanceof Selection ? item.toJson() : (item ?? null);
  }
  toText(): string {
    const item = this.#items[0];
    return item instanceof Selection ? item.toText() : textOf(item ?? null);
  }
  get size(): number {
    return this.#items.length;
  }
  nodes(): readonly Node[] {
    return this.#makeNodes === undefined ? (this.#items as readonly Node[]) : this.#makeNodes();
  }
  items(): readonly Item[] {
    return this.#items;
  }
}

export const EMPTY = new NodeSet([], true);
