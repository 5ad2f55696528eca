import { spend } from "../../base/work.js";
import type { Node } from "../model/node.js";
import { matcher, wantsElements } from "./step.js";

/** The facts that are known about the children of one parent. */
interface Siblings {
  /** How many of the children have been visited so far. */
  visited: number;
  readonly byTest: Map<string, readonly Node[]>;
}

/** By the list of children: when the children change, their list is another one. */
const known = new WeakMap<readonly Node[], Siblings>();

/** Children are always visited one by one if there are fewer. */
const leastMany = 16;

/**
 * The children that pass a node test, in document order; `undefined` where visiting them is cheaper. A list is worth
 * making only after twice as many visits as there are children.
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

/** Notes that children of the parent were visited one by one. */
export function noteSiblings({ children }: Node, visited: number): void {
  if (children.length < leastMany) return;
  const siblings = known.get(children);
  if (siblings === undefined) known.set(children, { visited, byTest: new Map() });
  else siblings.visited += visited;
}

/** The index of the first sibling whose order is `order` or more. */
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
