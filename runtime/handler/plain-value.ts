import { JsonDocument } from "../data/json/json-node.js";
import { Tree } from "../data/json/lazy-tree.js";
import { type Found, Selection } from "../data/model/values.js";

/**
 * The value of a variable as handlers see it: JSON as plain data, and nodes of XML as they are. Several nodes are a list;
 * nothing is `undefined`.
 */
export function plainValue(value: Found): unknown {
  if (!(value instanceof Selection)) return value;
  if (value instanceof JsonDocument) return value.value;
  if (value instanceof Tree) return value.toJson();
  const items = value.toItems();
  if (items.length < 2) return items[0] instanceof Tree ? items[0].toJson() : items[0];
  return items.map((item) => (item instanceof Tree ? item.toJson() : item));
}
