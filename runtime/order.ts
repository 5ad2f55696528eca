import type { Node } from "./node.js";

/**
 * The nodes without duplicates and in document order; documents in the order of their first node. Linear in the
 * nodes and their ancestors (but for sorting siblings): it builds the part of the tree that leads to the nodes and walks it.
 */
export function inDocumentOrder(nodes: Iterable<Node>): readonly Node[] {
  const wanted = nodes instanceof Set ? (nodes as ReadonlySet<Node>) : new Set(nodes);
  if (wanted.size < 2) return [...wanted];
  const { roots, branches } = growTree(wanted);
  const ordered: Node[] = [];
  const pending = roots.reverse();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (wanted.has(node)) ordered.push(node);
    const branch = branches.get(node);
    if (branch !== undefined) {
      branch.sort((left, right) => right.order - left.order);
      for (const child of branch) pending.push(child);
    }
  }
  return ordered;
}

/** From every node up to the first ancestor that is already in the tree. */
function growTree(nodes: Iterable<Node>) {
  const roots: Node[] = [];
  const branches = new Map<Node, Node[]>();
  const grown = new Set<Node>();
  for (const start of nodes) {
    let node = start;
    while (!grown.has(node)) {
      grown.add(node);
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
