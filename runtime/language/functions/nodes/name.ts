import { nodesOf } from "../../../data/json/json-node.js";
import type { Found } from "../../../data/model/values.js";

/** XPath 1.0 §4.1 name(): the first node's qualified name, as the document writes it; empty if there is none. */
export function name(nodes: Found): string {
  return nodesOf(nodes)[0]?.name ?? "";
}
