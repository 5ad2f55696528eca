import { spend } from "../base/work.js";
import { NodeSet } from "../data/model/node-set.js";
import { number } from "../data/xpath/convert.js";

/** EXSLT math:max(): NaN if there is no node, or if one is no number. */
export function max(nodes: NodeSet): number {
  return extreme(nodes, (value, best) => value > best);
}

/** EXSLT math:min() */
export function min(nodes: NodeSet): number {
  return extreme(nodes, (value, best) => value < best);
}

/** EXSLT math:highest(): the nodes that have the value of math:max(). */
export function highest(nodes: NodeSet): NodeSet {
  return withValue(nodes, max(nodes));
}

/** EXSLT math:lowest() */
export function lowest(nodes: NodeSet): NodeSet {
  return withValue(nodes, min(nodes));
}

function extreme(nodes: NodeSet, isBetter: (value: number, best: number) => boolean): number {
  const [first = Number.NaN, ...rest] = valuesOf(nodes);
  let best = first;
  for (const value of rest) {
    if (Number.isNaN(value)) return value;
    if (isBetter(value, best)) best = value;
  }
  return best;
}

function withValue(nodes: NodeSet, wanted: number): NodeSet {
  const values = valuesOf(nodes);
  const found = nodes.nodes().filter((_, index) => values[index] === wanted);
  return new NodeSet(found, nodes.disjoint);
}

function valuesOf(nodes: NodeSet): readonly number[] {
  spend(nodes.size);
  return nodes.nodes().map(number);
}
