import { nodesOf } from "../../../data/json/json-node.js";
import type { Found } from "../../../data/model/values.js";

/** XPath 1.0 §4.1 namespace-uri(): the namespace of the first node's name; empty if there is none. */
export function namespaceUri(nodes: Found): string {
  return nodesOf(nodes)[0]?.namespaceUri ?? "";
}
