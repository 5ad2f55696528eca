import type { Node } from "./node.js";
import type { Axis } from "./step.js";

/**
 * Puts the nodes of an axis into `reached`, in the direction of the axis (XPath 1.0 §2.2).
 * With `seen`, nodes that it holds are left out and the others are added to it, which keeps a step from many
 * nodes linear: what lies beyond a node that was seen on the same axis was seen, too.
 */
export type Walk = (node: Node, elementsOnly: boolean, reached: Node[], seen: Set<Node> | undefined) => void;

export const axes: Readonly<Record<Axis, Walk>> = {
  ancestor: (node, _, reached, seen) => climb(node.parent, reached, seen),
  ancestorOrSelf: (node, _, reached, seen) => climb(node, reached, seen),
  attribute: (node, _, reached, seen) => addAll(node.attributes, reached, seen),
  child: (node, elementsOnly, reached, seen) => addAll(below(node, elementsOnly), reached, seen),
  descendant: (node, elementsOnly, reached, seen) => {
    for (const child of below(node, elementsOnly)) descend(child, elementsOnly, reached, seen);
  },
  descendantOrSelf: (node, elementsOnly, reached, seen) => descend(node, elementsOnly, reached, seen),
  following: (node, elementsOnly, reached, seen) => {
    const first = isChild(node) ? [] : below(node.parent, elementsOnly);
    if (!descendEach(first, elementsOnly, reached, seen)) return;
    for (const from of lineage(node)) {
      if (!descendEach(siblingsAfter(from), elementsOnly, reached, seen)) return;
    }
  },
  followingSibling: (node, _, reached, seen) => addUntilSeen(siblingsAfter(node), reached, seen),
  namespace: (node, _, reached, seen) => addAll(node.namespaces, reached, seen),
  parent: (node, _, reached, seen) => {
    if (node.parent !== undefined) add(node.parent, reached, seen);
  },
  preceding: (node, elementsOnly, reached, seen) => {
    for (const from of lineage(node)) {
      for (const sibling of siblingsBefore(from)) {
        if (seen?.has(sibling)) return;
        const inOrder: Node[] = [];
        descend(sibling, elementsOnly, inOrder, seen);
        for (let index = inOrder.length - 1; index >= 0; index--) reached.push(inOrder[index] as Node);
      }
    }
  },
  precedingSibling: (node, _, reached, seen) => addUntilSeen(siblingsBefore(node), reached, seen),
  self: (node, _, reached, seen) => add(node, reached, seen),
};

/** The axes that go against document order. */
export const reverseAxes: ReadonlySet<Axis> = new Set([
  "ancestor",
  "ancestorOrSelf",
  "preceding",
  "precedingSibling",
]);

function add(node: Node, reached: Node[], seen: Set<Node> | undefined): void {
  if (seen !== undefined) {
    if (seen.has(node)) return;
    seen.add(node);
  }
  reached.push(node);
}

function addAll(nodes: readonly Node[], reached: Node[], seen: Set<Node> | undefined): void {
  for (const node of nodes) add(node, reached, seen);
}

function addUntilSeen(nodes: Iterable<Node>, reached: Node[], seen: Set<Node> | undefined): void {
  for (const node of nodes) {
    if (seen?.has(node)) return;
    add(node, reached, seen);
  }
}

function climb(from: Node | undefined, reached: Node[], seen: Set<Node> | undefined): void {
  for (let node = from; node !== undefined; node = node.parent) {
    if (seen?.has(node)) return;
    add(node, reached, seen);
  }
}

/** The node and what is below it, in document order. */
function descend(top: Node, elementsOnly: boolean, reached: Node[], seen: Set<Node> | undefined): void {
  const pending = [top];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (seen?.has(node)) continue;
    add(node, reached, seen);
    const next = below(node, elementsOnly);
    for (let index = next.length - 1; index >= 0; index--) pending.push(next[index] as Node);
  }
}

/** Whether all were new; if one was not, then neither is what comes after it in the document. */
function descendEach(
  tops: Iterable<Node>,
  elementsOnly: boolean,
  reached: Node[],
  seen: Set<Node> | undefined,
): boolean {
  for (const top of tops) {
    if (seen?.has(top)) return false;
    descend(top, elementsOnly, reached, seen);
  }
  return true;
}

/** The children that matter. A number in JSON has a text node only if one looks for it. */
function below(node: Node | undefined, elementsOnly: boolean): readonly Node[] {
  if (node === undefined) return [];
  return elementsOnly ? node.elements : node.children;
}

function isChild(node: Node): boolean {
  return node.order >= 0;
}

/** The node, if it is a child, and its ancestors: the places where what follows or precedes branches off. */
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
