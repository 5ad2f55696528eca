import { Node } from "../data/model/node.js";
import { emptySet, NodeSet } from "../data/model/node-set.js";
import { isArray } from "../data/model/values.js";
import type { Untyped } from "./untyped.js";

/** Tells whether a value is a list of nodes, as `select` returns it. */
export function isNodeList(value: unknown): value is readonly Node[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => item instanceof Node);
}

/** The same as flows have it. */
export function nodeSet(nodes: readonly Node[]): NodeSet {
  return new NodeSet(nodes, nodes.length < 2);
}

/** The list of no nodes: it is told from an empty array of JSON, which is a node itself. */
export function noNodes(): readonly Node[] {
  return emptySet.nodes();
}

/** A value of a handler as paths and functions of flows take it: lists of nodes are node-sets. */
export function found(value: Untyped): Untyped {
  if (!isArray(value)) return value;
  if ((value as unknown) === noNodes()) return undefined;
  return isNodeList(value) ? nodeSet(value) : value;
}
