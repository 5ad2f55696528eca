import { nodesOf } from "../../json/node.js";
import type { Found } from "../../xpath/values.js";

/** XPath 1.0 §4.1 namespace-uri(): that of the first node's name; empty if there is none. */
export function namespaceUri(nodes: Found): string {
  return nodesOf(nodes)[0]?.namespaceUri ?? "";
}
