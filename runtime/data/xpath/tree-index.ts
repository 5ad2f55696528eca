import { TreeLimitError } from "../../base/tree-limits.js";
import { spend } from "../../base/work.js";
import type { Node } from "../model/node.js";
import { matcher } from "./step.js";

/** Nodes in document order, and their places in the tree. */
export interface Placed {
  readonly nodes: readonly Node[];
  readonly places: readonly number[];
}

/** All nodes of a tree, or all its elements, by their places in document order. */
export class TreeIndex {
  readonly #nodes: Node[] = [];
  readonly #places = new Map<Node, number>();
  /** For the place of each node, the place of the last one inside it. */
  readonly #ends: number[] = [];
  readonly #byTest = new Map<string, Placed>();

  /** `undefined` if the tree has more nodes than `limit`. */
  static of(root: Node, elementsOnly: boolean, limit: number): TreeIndex | undefined {
    const index = new TreeIndex();
    return index.#fill(root, elementsOnly, limit) ? index : undefined;
  }

  /** The place of a node; `undefined` if it is not in the index, such as an attribute. */
  place(node: Node): number | undefined {
    return this.#places.get(node);
  }

  /** The place of the last node inside the one at a place; the same place if there is none. */
  end(place: number): number {
    return this.#ends[place] as number;
  }

  /** All nodes that pass a node test. */
  thatPass(test: string): Placed {
    let passing = this.#byTest.get(test);
    if (passing === undefined) {
      spend(this.#nodes.length);
      const matches = matcher(test, "child");
      const places: number[] = [];
      for (let place = 0; place < this.#nodes.length; place++)
        if (matches(this.#nodes[place] as Node)) places.push(place);
      passing = { nodes: places.map((place) => this.#nodes[place] as Node), places };
      this.#byTest.set(test, passing);
    }
    return passing;
  }

  #fill(root: Node, elementsOnly: boolean, limit: number): boolean {
    const pending: (Node | number)[] = [root];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (typeof next === "number") {
        this.#ends[next] = this.#nodes.length - 1;
        continue;
      }
      const place = this.#nodes.push(next) - 1;
      if (place >= limit) return false;
      this.#places.set(next, place);
      const below = elementsOnly ? next.elements : next.children;
      this.#ends.push(place);
      if (below.length === 0) continue;
      pending.push(place);
      for (let index = below.length - 1; index >= 0; index--) pending.push(below[index] as Node);
    }
    spend(2 * this.#nodes.length);
    return true;
  }
}

/** How many places in the list are below `place`. */
export function countBelow(places: readonly number[], place: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] as number) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The facts that are known about one tree. */
interface Known {
  /** How many nodes were visited along axes that may reach the whole tree. */
  visited: number;
  /** An index is made, or tried again, after so many visits. */
  tried: number;
  elements: TreeIndex | undefined;
  all: TreeIndex | undefined;
}

const known = new WeakMap<Node, Known>();

/** Walks that visit fewer nodes are not counted. */
const shortWalk = 16;

/** No index is made before so many visits. */
const firstTry = 1024;

/**
 * The index of a tree; `undefined` where visiting the nodes is cheaper. An index is made after twice as many visits as
 * the tree has nodes, so it costs no more than they did.
 */
export function treeIndex(root: Node, elementsOnly: boolean): TreeIndex | undefined {
  const tree = known.get(root);
  if (tree === undefined) return undefined;
  const made = elementsOnly ? tree.elements : tree.all;
  if (made !== undefined || tree.visited < tree.tried) return made;
  const index = indexWithin(root, elementsOnly, tree.visited >> 1);
  if (index === undefined) tree.tried = 2 * tree.visited;
  else if (elementsOnly) tree.elements = index;
  else tree.all = index;
  return index;
}

/** An index visits the whole tree, so it may meet limits that a walk which ends early does not. */
function indexWithin(root: Node, elementsOnly: boolean, limit: number): TreeIndex | undefined {
  try {
    return TreeIndex.of(root, elementsOnly, limit);
  } catch (error) {
    if (error instanceof TreeLimitError) return undefined;
    throw error;
  }
}

/** Notes that nodes of the tree were visited one by one. */
export function noteVisits(root: Node, visited: number): void {
  if (visited < shortWalk) return;
  const tree = known.get(root);
  if (tree === undefined) known.set(root, { visited, tried: firstTry, elements: undefined, all: undefined });
  else tree.visited += visited;
}

/** Drops the index of a tree that has changed. */
export function forgetIndex(root: Node): void {
  known.delete(root);
}
