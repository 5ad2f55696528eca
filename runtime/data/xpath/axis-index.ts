import type { Node } from "../model/node.js";
import { NodeRange } from "../model/node-set.js";
import { childrenThatPass, noteSiblings, placeOf } from "./sibling-index.js";
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
