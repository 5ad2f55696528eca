import type { Node } from "../node.js";
import type { Found, JsonArray } from "../values.js";
import { arrayOf, itemsOf } from "./json-array.js";

/**
 * `array()`: the nodes as the items of one JSON array. An attribute becomes an element `value` with its name in the
 * attribute `name`.
 * @throws TreeLimitError
 */
export function array(nodes: Found): JsonArray | Node {
  return arrayOf(itemsOf(nodes));
}
