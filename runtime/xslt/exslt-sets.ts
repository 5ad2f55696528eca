import { spend } from "../base/work.js";
import type { Node } from "../data/model/node.js";
import { emptySet, NodeSet } from "../data/model/node-set.js";

/** EXSLT set:difference(): the nodes of the first set that are not in the second one. */
export function difference(nodes: NodeSet, others: NodeSet): NodeSet {
  const known = setOf(others);
  return part(nodes, (node) => !known.has(node));
}

/** EXSLT set:intersection(): the nodes that are in both sets. */
export function intersection(nodes: NodeSet, others: NodeSet): NodeSet {
  const known = setOf(others);
  return part(nodes, (node) => known.has(node));
}

/** EXSLT set:distinct(): of the nodes with the same text, the first one. */
export function distinct(nodes: NodeSet): NodeSet {
  const known = new Set<string>();
  return part(nodes, (node) => {
    const text = node.toText();
    const isFirst = !known.has(text);
    spend(text.length / 64);
    known.add(text);
    return isFirst;
  });
}

/** EXSLT set:has-same-node(): whether some node is in both sets. */
export function hasSameNode(nodes: NodeSet, others: NodeSet): boolean {
  return intersection(nodes, others).size > 0;
}

/** EXSLT set:leading(): the nodes of the first set before the first one of the second, which must be in it. */
export function leading(nodes: NodeSet, others: NodeSet): NodeSet {
  return beside(nodes, others, (all, place) => all.slice(0, place));
}

/** EXSLT set:trailing(): the nodes of the first set behind the first one of the second, which must be in it. */
export function trailing(nodes: NodeSet, others: NodeSet): NodeSet {
  return beside(nodes, others, (all, place) => all.slice(place + 1));
}

function beside(
  nodes: NodeSet,
  others: NodeSet,
  take: (all: readonly Node[], place: number) => readonly Node[],
): NodeSet {
  const [first] = others.nodes();
  if (first === undefined) return nodes;
  spend(nodes.size);
  const all = nodes.nodes();
  const place = all.indexOf(first);
  return place < 0 ? emptySet : new NodeSet(take(all, place), nodes.disjoint);
}

function part(nodes: NodeSet, isIn: (node: Node) => boolean): NodeSet {
  spend(nodes.size);
  return new NodeSet(nodes.nodes().filter(isIn), nodes.disjoint);
}

function setOf(nodes: NodeSet): ReadonlySet<Node> {
  spend(nodes.size);
  return new Set(nodes.nodes());
}
