import { spend } from "../../base/work.js";
import type { Node } from "../model/node.js";
import { NodeRange } from "../model/node-set.js";
import { type Axis, matcher, type Step, wantsElements } from "./step.js";
import { countBelow, noteVisits, type TreeIndex, treeIndex } from "./tree-index.js";

type Place = (node: Node, test: string) => NodeRange | undefined;

/**
 * The nodes of an axis that pass the node test, found in an index. Predicates ask from one node after the other; they
 * get all answers in about one pass over the tree. `undefined` where an index would cost more than visiting the nodes.
 */
export function rangeAlong(node: Node, { axis, test }: Step): NodeRange | undefined {
  return places[axis]?.(node, test);
}

/** Notes that an axis was walked from the node. Indexes are made once enough nodes have been visited. */
export function noteWalk(node: Node, axis: Axis, visited: number): void {
  if (axis === "child") noteSiblings(node, visited);
  else if (axis === "followingSibling" || axis === "precedingSibling") {
    if (node.parent !== undefined) noteSiblings(node.parent, visited);
  } else if (places[axis] !== undefined) noteVisits(topOf(node), visited);
}

const places: Readonly<Partial<Record<Axis, Place>>> = {
  child(node, test) {
    const children = childrenThatPass(node, test);
    return children && new NodeRange(children, 0, children.length, true);
  },
  followingSibling(node, test) {
    const siblings = siblingsOf(node, test);
    return siblings && new NodeRange(siblings, placeOf(siblings, node.order + 1), siblings.length, true);
  },
  precedingSibling(node, test) {
    const siblings = siblingsOf(node, test);
    return siblings && new NodeRange(siblings, 0, placeOf(siblings, node.order), true);
  },
  descendant: (node, test) => inTree(node, test, (at, end) => [at + 1, end + 1]),
  descendantOrSelf: (node, test) => inTree(node, test, (at, end) => [at, end + 1]),
  following(node, test) {
    if (node.order < 0 && node.parent !== undefined)
      return inTree(node.parent, test, (at) => [at + 1, Number.POSITIVE_INFINITY]);
    return inTree(node, test, (_, end) => [end + 1, Number.POSITIVE_INFINITY]);
  },
  preceding(node, test) {
    const from = node.order < 0 ? node.parent : node;
    return from && inTree(from, test, (at) => [0, at], ancestorsThatPass);
  },
};

function siblingsOf({ parent, order }: Node, test: string): readonly Node[] | undefined {
  return parent === undefined || order < 0 ? undefined : childrenThatPass(parent, test);
}

/** The nodes in the part of the document that `part` returns for the places where the node begins and ends. */
function inTree(
  node: Node,
  test: string,
  part: (at: number, end: number) => readonly [from: number, to: number],
  without?: (node: Node, test: string) => readonly Node[],
): NodeRange | undefined {
  const index = indexFor(node, test);
  const at = index?.place(node);
  if (index === undefined || at === undefined) return undefined;
  const [from, to] = part(at, index.end(at));
  const { nodes, places } = index.thatPass(test);
  return new NodeRange(nodes, countBelow(places, from), countBelow(places, to), false, without?.(node, test));
}

/** An index without text nodes serves most tests. Over JSON, text nodes are made only if somebody looks for them. */
function indexFor(node: Node, test: string): TreeIndex | undefined {
  const isInside = node.type === "element" || node.type === "document";
  return treeIndex(topOf(node), isInside && wantsElements(test));
}

function ancestorsThatPass(node: Node, test: string): readonly Node[] {
  const passes = matcher(test, "child");
  const ancestors: Node[] = [];
  for (let { parent } = node; parent !== undefined; parent = parent.parent)
    if (passes(parent)) ancestors.push(parent);
  return ancestors.reverse();
}

function topOf(node: Node): Node {
  let top = node;
  while (top.parent !== undefined) top = top.parent;
  return top;
}

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
function childrenThatPass(parent: Node, test: string): readonly Node[] | undefined {
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
function noteSiblings({ children }: Node, visited: number): void {
  if (children.length < leastMany) return;
  const siblings = known.get(children);
  if (siblings === undefined) known.set(children, { visited, byTest: new Map() });
  else siblings.visited += visited;
}

/** The index of the first sibling whose order is `order` or more. */
function placeOf(siblings: readonly Node[], order: number): number {
  let low = 0;
  let high = siblings.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((siblings[middle] as Node).order < order) low = middle + 1;
    else high = middle;
  }
  return low;
}
