import type { Node } from "../data-model/node.js";
import { spend } from "../limits/work.js";
import { matcher, wantsElements } from "./step.js";

/** What is known about the children of one parent. */
interface Siblings {
  /** How many of them were visited so far. */
  visited: number;
  readonly byTest: Map<string, readonly Node[]>;
}

/** By the list of children, which is another one when they change. */
const known = new WeakMap<readonly Node[], Siblings>();

/** Fewer are always visited one by one. */
const leastMany = 16;

/**
 * The children that pass a node test, in document order. `undefined` where to visit the children is cheaper: only after
 * all of them were visited as often as there are some is a list worth its making.
 */
export function childrenThatPass(parent: Node, test: string): readonly Node[] | undefined {
  const { children } = parent;
  if (children.length < leastMany) return undefined;
  if (test === "node()") return children;
  if (test === "*") return parent.elements;
  const siblings = known.get(children);
  if (siblings === undefined || siblings.visited < 2 * children.length) return undefined;
  let passing = siblings.byTest.get(test);
  if (passing === undefined) {
    spend(children.length);
    passing = (wantsElements(test) ? parent.elements : children).filter(matcher(test, "child"));
    siblings.byTest.set(test, passing);
  }
  return passing;
}

/** Children of the parent were visited one by one. */
export function noteSiblings({ children }: Node, visited: number): void {
  if (children.length < leastMany) return;
  const siblings = known.get(children);
  if (siblings === undefined) known.set(children, { visited, byTest: new Map() });
  else siblings.visited += visited;
}

/** Where in a list of siblings the first one of an order from `order` on is. */
export function placeOf(siblings: readonly Node[], order: number): number {
  let low = 0;
  let high = siblings.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((siblings[middle] as Node).order < order) low = middle + 1;
    else high = middle;
  }
  return low;
}
