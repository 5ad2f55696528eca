import { Node } from "../data/model/node.js";
import { NodeSet } from "../data/model/node-set.js";

/** Tells whether a value is a list of nodes, as `select` returns it. */
export function isNodeList(value: unknown): value is readonly Node[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => item instanceof Node);
}

/** The same as flows have it. */
export function nodeSet(nodes: readonly Node[]): NodeSet {
  return new NodeSet(nodes, nodes.length < 2);
}
