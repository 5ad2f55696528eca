import { type Found, Selection } from "../../../data/model/values.js";

/** XPath 1.0 §4.1 count(): how many nodes there are. */
export function count(nodes: Found): number {
  if (nodes instanceof Selection) return nodes.size;
  return nodes === undefined ? 0 : 1;
}
