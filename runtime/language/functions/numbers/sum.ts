import { spend } from "../../../base/work.js";
import { type Found, Selection } from "../../../data/model/values.js";
import { number } from "../../../data/xpath/convert.js";

/** XPath 1.0 §4.4 sum() of the nodes' string-values as numbers: 0 for no nodes, NaN if one is no number. */
export function sum(nodes: Found): number {
  if (!(nodes instanceof Selection)) return nodes === undefined ? 0 : 0 + number(nodes);
  let total = 0;
  spend(nodes.size);
  for (const item of nodes.items()) total += number(item);
  return total;
}
