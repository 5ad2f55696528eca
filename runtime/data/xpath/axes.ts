import type { Node } from "../model/node.js";
import type { Reach } from "./reach.js";
import type { Axis } from "./step.js";

/**
 * Hands the nodes of an axis to `reach`, in the direction of the axis (XPath 1.0 §2.2), until it wants no more. If a
 * node came before, so did all that lies beyond it on that axis; leaving it out keeps a step from many nodes linear.
 */
export type Walk = (node: Node, reach: Reach) => void;

export const axes: Readonly<Record<Axis, Walk>> = {
  ancestor: (node, reach) => climb(node.parent, reach),
  ancestorOrSelf: (node, reach) => climb(node, reach),
  attribute: (node, reach) => addAll(node.attributes, reach),
  child: (node, reach) => addAll(reach.below(node), reach),
  descendant: (node, reach) => {
    for (const child of reach.below(node)) if (!descend(child, reach)) return;
  },
  descendantOrSelf: (node, reach) => {
    descend(node, reach);
  },
  following: (node, reach) => {
    const first = isChild(node) || node.parent === undefined ? [] : reach.below(node.parent);
    if (!descendEach(first, reach)) return;
    for (const from of lineage(node)) {
      if (!descendEach(siblingsAfter(from), reach)) return;
    }
  },
  followingSibling: (node, reach) => addUntilSeen(siblingsAfter(node), reach),
  namespace: (node, reach) => addAll(node.namespaces, reach),
  parent: (node, reach) => {
    if (node.parent !== undefined) reach.add(node.parent);
  },
  preceding: (node, reach) => {
    for (const from of lineage(node)) {
      for (const sibling of siblingsBefore(from)) {
        if (reach.has(sibling) || !descendBackwards(sibling, reach)) return;
      }
    }
  },
  precedingSibling: (node, reach) => addUntilSeen(siblingsBefore(node), reach),
  self: (node, reach) => {
    reach.add(node);
  },
};

/** The axes that go against document order. */
export const reverseAxes: ReadonlySet<Axis> = new Set([
  "ancestor",
  "ancestorOrSelf",
  "preceding",
  "precedingSibling",
]);

function addAll(nodes: readonly Node[], reach: Reach): void {
  for (const node of nodes) if (!reach.add(node)) return;
}

function addUntilSeen(nodes: Iterable<Node>, reach: Reach): void {
  for (const node of nodes) if (reach.has(node) || !reach.add(node)) return;
}

function climb(from: Node | undefined, reach: Reach): void {
  for (let node = from; node !== undefined; node = node.parent) {
    if (reach.has(node) || !reach.add(node)) return;
  }
}

/** Adds the node and all that is below it, in document order. Returns whether more nodes are wanted. */
function descend(top: Node, reach: Reach): boolean {
  const pending = [top];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (reach.has(node)) continue;
    if (!reach.add(node)) return false;
    const next = reach.below(node);
    for (let index = next.length - 1; index >= 0; index--) pending.push(next[index] as Node);
  }
  return true;
}

/** `descend` against document order. */
function descendBackwards(top: Node, reach: Reach): boolean {
  const inOrder: Node[] = [];
  const pending = [top];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (reach.has(node)) continue;
    inOrder.push(node);
    const next = reach.below(node);
    for (let index = next.length - 1; index >= 0; index--) pending.push(next[index] as Node);
  }
  for (let index = inOrder.length - 1; index >= 0; index--) {
    if (!reach.add(inOrder[index] as Node)) return false;
  }
  return true;
}

/**
 * Returns true if all were new and more are wanted. If one was not new, neither is what comes after it in the
 * document.
 */
function descendEach(tops: Iterable<Node>, reach: Reach): boolean {
  for (const top of tops) if (reach.has(top) || !descend(top, reach)) return false;
  return true;
}

function isChild(node: Node): boolean {
  return node.order >= 0;
}

/**
 * The node, if it is a child, and its ancestors. What follows or precedes are siblings of these, with all that is in
 * them.
 */
function* lineage(from: Node): Iterable<Node> {
  const start = isChild(from) ? from : from.parent;
  for (let node = start; node !== undefined; node = node.parent) yield node;
}

function* siblingsAfter(node: Node): Iterable<Node> {
  if (node.parent === undefined || !isChild(node)) return;
  const { children } = node.parent;
  for (let index = node.order + 1; index < children.length; index++) yield children[index] as Node;
}

function* siblingsBefore(node: Node): Iterable<Node> {
  if (node.parent === undefined || !isChild(node)) return;
  const { children } = node.parent;
  for (let index = node.order - 1; index >= 0; index--) yield children[index] as Node;
}
