import type { Node } from "../../../data/model/node.js";
import { type Found, type JsonArray, listOf } from "../../../data/model/values.js";
import { first } from "../../../data/xpath/node-path.js";
import { arrayOf } from "../documents/json-array.js";

/** `array-reverse()`: a new array with the items in reverse order; the empty node-set if there is no array. */
export function arrayReverse(nodes: Found): JsonArray | Node | undefined {
  const items = listOf(first(nodes));
  return items && arrayOf([...items].reverse());
}
