import { nodesOf } from "../../../data/json/json-node.js";
import type { Found } from "../../../data/model/values.js";

/** XPath 1.0 §4.1 local-name(): the first node's name without its prefix; empty if there is none. */
export function localName(nodes: Found): string {
  return nodesOf(nodes)[0]?.localName ?? "";
}
