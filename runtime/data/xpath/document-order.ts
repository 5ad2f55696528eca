import { spend } from "../../base/work.js";
import type { Node } from "../model/node.js";

/**
 * The nodes in document order and without duplicates. Documents are in the order of their first nodes. Takes linear
 * time.
 */
export function inDocumentOrder(nodes: readonly Node[]): readonly Node[] {
  spend(nodes.length);
  if (isAscending(nodes)) return nodes;
  const backwards = nodes.toReversed();
  return isAscending(backwards) ? backwards : ordered(nodes);
}

/** One list of several that are each in document order. */
export function merged(lists: readonly (readonly Node[])[]): readonly Node[] {
  if (lists.length < 2) return lists[0] ?? [];
  const middle = lists.length >> 1;
  const left = merged(lists.slice(0, middle));
  const right = merged(lists.slice(middle));
  return mergedTwo(left, right) ?? inDocumentOrder([...left, ...right]);
}

/** `undefined` if two nodes cannot be compared cheaply. */
function mergedTwo(left: readonly Node[], right: readonly Node[]): readonly Node[] | undefined {
  const nodes: Node[] = [];
  let next = 0;
  spend(left.length + right.length);
  for (const node of left) {
    for (; next < right.length; next++) {
      const difference = compareOrder(right[next] as Node, node);
      if (difference === undefined) return undefined;
      if (difference > 0) break;
      if (difference < 0) nodes.push(right[next] as Node);
    }
    nodes.push(node);
  }
  for (; next < right.length; next++) nodes.push(right[next] as Node);
  return nodes;
}

function isAscending(nodes: readonly Node[]): boolean {
  for (let index = 1; index < nodes.length; index++) {
    const difference = compareOrder(nodes[index - 1] as Node, nodes[index] as Node);
    if (difference === undefined || difference >= 0) return false;
  }
  return true;
}

/** How deep nodes may be that are compared by climbing to a common ancestor: so each comparison has a bound. */
const maxClimb = 32;

/** Below 0 if the first node comes first; `undefined` if the nodes are too deep, or of different documents. */
function compareOrder(first: Node, second: Node): number | undefined {
  const difference = depthOf(first) - depthOf(second);
  if (Number.isNaN(difference)) return undefined;
  let [left, right]: (Node | undefined)[] = [first, second];
  for (let depth = difference; depth > 0; depth--) left = left?.parent;
  for (let depth = difference; depth < 0; depth++) right = right?.parent;
  if (left === right) return difference; // an ancestor comes before what is inside it
  while (left?.parent !== right?.parent) [left, right] = [left?.parent, right?.parent];
  return left?.parent && right && left.order - right.order;
}

/** NaN if the node is deeper than `maxClimb`. */
function depthOf(node: Node): number {
  let depth = 0;
  for (let { parent } = node; parent !== undefined; parent = parent.parent) {
    if (++depth > maxClimb) return Number.NaN;
  }
  return depth;
}

/** Builds the part of the tree that leads to the nodes, and walks it. Only siblings are sorted. */
function ordered(nodes: readonly Node[]): readonly Node[] {
  const wanted = new Set(nodes);
  const { roots, branches } = growTree(wanted);
  const reached: Node[] = [];
  const pending = roots.reverse();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (wanted.has(node)) reached.push(node);
    const branch = branches.get(node);
    if (branch !== undefined) {
      branch.sort((left, right) => right.order - left.order);
      for (const child of branch) pending.push(child);
    }
  }
  return reached;
}

/** Adds the ancestors of each node, up to the first one that is already in the tree. */
function growTree(nodes: Iterable<Node>) {
  const roots: Node[] = [];
  const branches = new Map<Node, Node[]>();
  const grown = new Set<Node>();
  for (const start of nodes) {
    let node = start;
    while (!grown.has(node)) {
      grown.add(node);
      spend();
      const { parent } = node;
      if (parent === undefined) {
        roots.push(node);
        break;
      }
      const siblings = branches.get(parent);
      if (siblings === undefined) branches.set(parent, [node]);
      else siblings.push(node);
      node = parent;
    }
  }
  return { roots, branches };
}
