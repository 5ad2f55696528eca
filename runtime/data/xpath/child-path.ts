import { spend } from "../../base/work.js";
import { JsonDocument, JsonNode, nodesOf } from "../json/json-node.js";
import type { Node } from "../model/node.js";
import { NodeSet } from "../model/node-set.js";
import {
  type ChildSteps,
  type Found,
  type Item,
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  member,
  Selection,
} from "../model/values.js";
import { selectNames } from "./node-path.js";

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

/**
 * A path of plain child steps, read as values: `at($.body, "json", "users")`. JSON stays plain data, and no nodes are
 * made. A member of an object is a child with its name; the items of an array are children with the name `value`.
 */
export function at(base: Found, ...names: string[]): Found {
  let reached = base;
  let index = 0;
  if (base instanceof JsonDocument && names[0] === base.rootName) {
    reached = base.value;
    index = 1;
  }
  for (; index < names.length; index++) {
    if (typeof reached !== "object" || reached === null) return undefined;
    // This repeats the loop of `fromValue` for what most paths meet, in a form that engines inline.
    if (isArray(reached) || reached instanceof Selection) return fromValue(reached, names, index, base, 0);
    reached = member(reached, names[index] as string);
  }
  return reached;
}

export const childSteps: ChildSteps = { fromValue, fromSet };

function fromValue(
  value: Found,
  names: readonly string[],
  from: number,
  origin: Found,
  originFrom: number,
): Found {
  let reached = value;
  for (let index = from; index < names.length; index++) {
    if (typeof reached !== "object" || reached === null) return undefined;
    const name = names[index] as string;
    if (isArray(reached)) {
      if (name !== "value") return undefined;
      if (reached.length > 1) return each(reached, names, index + 1, origin, originFrom);
      reached = reached[0];
    } else if (reached instanceof Selection) {
      return reached.at(names, index, childSteps);
    } else {
      reached = member(reached, name);
    }
  }
  return reached;
}

function fromSet(set: Selection, isDisjoint: boolean, names: readonly string[], from: number): Found {
  if (from === names.length) return set;
  if (isDisjoint) return each(set.items(), names, from, set, from);
  const nodes = selectNames(set.nodes(), false, names.slice(from));
  return nodes.size > 1 ? nodes : nodes.items()[0];
}

function each(
  items: readonly Item[] | JsonArray,
  names: readonly string[],
  from: number,
  origin: Found,
  originFrom: number,
): Found {
  const makeNodes = (): readonly Node[] =>
    selectNames(nodesOf(origin), true, names.slice(originFrom)).nodes();
  if (from === names.length) return new NodeSet(items, true, makeNodes);
  const found: Item[] = [];
  spend(items.length);
  const name = names[from] as string;
  const isLast = from === names.length - 1;
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    // The usual case of `fromValue`: the last step leads to a member.
    const isPlain = isLast && isObject(item as JsonValue) && !(item instanceof Selection);
    const reached = isPlain ? member(item as JsonObject, name) : fromValue(item, names, from, item, from);
    if (reached === undefined) continue;
    if (reached instanceof Selection) {
      for (const one of reached.items()) found.push(one);
    } else {
      found.push(reached);
    }
  }
  return found.length > 1 ? new NodeSet(found, true, makeNodes) : found[0];
}
