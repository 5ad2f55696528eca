import type { Node } from "../node.js";
import { first } from "../select.js";
import type { Found, JsonArray } from "../values.js";
import { arrayItems, arrayOf } from "./json-array.js";

/** `array-reverse()`: a new array with the items the other way round; the empty node-set for what is no array. */
export function arrayReverse(nodes: Found): JsonArray | Node | undefined {
  const items = arrayItems(first(nodes));
  return items && arrayOf([...items].reverse());
}
