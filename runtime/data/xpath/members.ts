import { JsonNode } from "../json/json-node.js";
import { type Found, isArray, type JsonArray, Selection } from "../model/values.js";
import { at } from "./child-path.js";

/** Children by name. */
export type Members = Readonly<Record<string, Found>>;

/**
 * The children of a context item by their names: `members(item).id` is `at(item, "id")`, as fast as reading a property.
 * Only for names that no object inherits; for `constructor` and the like, generated code calls `at`.
 */
export function members(item: Found): Members {
  if (typeof item !== "object" || item === null) return none;
  if (item instanceof Selection) return membersOf(item);
  return isArray(item) ? itemsOf(item) : item;
}

/** An element over JSON has the members of its value; to be asked for them costs far more. */
function membersOf(item: Selection): Members {
  if (item instanceof JsonNode && item.document.repeated === undefined) return members(item.value);
  return new Proxy(item, children) as unknown as Members;
}

const children: ProxyHandler<Selection> = { get: (item, name) => at(item, name as string) };

/** The members of what is no object. */
const none: Members = Object.freeze(Object.create(null) as Members);

/** The items of an array are children named `value`. */
function itemsOf(array: JsonArray): Members {
  const members: Record<string, Found> = Object.create(null);
  members.value = at(array, "value");
  return members;
}
