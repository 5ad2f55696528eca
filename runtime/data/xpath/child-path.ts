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

/**
 * Children by name, as a chain of properties reads them: `members(order).customer?.name`. Each is typed as if it were an
 * object; of anything else, no property is found.
 */
export interface Members {
  readonly [name: string]: Members;
}

/**
 * The children of an item, as fast to read as properties, since properties they are where the item is an object.
 * Generated code reads only names that mean nothing else (`isPlainName`); for `constructor` and for the items of an array,
 * it calls `at`.
 */
export function members(item: Found): Members {
  if (typeof item !== "object" || item === null) return noMembers;
  if (item instanceof Selection) return membersOf(item);
  return (isArray(item) ? noMembers : item) as Members;
}

/** The members of what is no object. */
export const noMembers: Members = Object.freeze(Object.create(null) as Members);

/** A node over JSON has the members of its value; those of other nodes cost far more. */
function membersOf(item: Selection): Members {
  if (item instanceof JsonDocument) return { [item.rootName]: item.value as Members };
  if (item instanceof JsonNode && item.document.repeated === undefined) return members(item.value);
  const only = item.size === 1 ? item.firstItem : item;
  return only instanceof Selection ? new Proxy(item as object as Members, childrenOf) : members(only);
}

const childrenOf: ProxyHandler<Members> = {
  get: (item, name) => chained(at(item as object as Selection, name as string)),
};

function chained(found: Found): unknown {
  return found instanceof Selection ? new Proxy(new Chained(found), links) : found;
}

/** Nodes whose children can be read as properties: all names are children's but those of `Selection`. */
class Chained extends Selection {
  constructor(readonly found: Selection) {
    super();
  }

  at(names: readonly string[], from: number, steps: ChildSteps): Found {
    return this.found.at(names, from, steps);
  }
  toJson(): JsonValue {
    return this.found.toJson();
  }
  toText(): string {
    return this.found.toText();
  }
  get size(): number {
    return this.found.size;
  }
  nodes(): readonly Node[] {
    return this.found.nodes();
  }
  toItems(): readonly Item[] {
    return this.found.toItems();
  }
  override get firstItem(): Item {
    return this.found.firstItem;
  }
  override get itemList(): readonly Item[] | undefined {
    return this.found.itemList;
  }
}

const links: ProxyHandler<Chained> = {
  get(chain, name) {
    if (typeof name === "string" && !(name in Chained.prototype)) return chained(at(chain.found, name));
    const own: unknown = Reflect.get(chain, name);
    return typeof own === "function" ? own.bind(chain) : own;
  },
};

const plainPrototypes = [Object, Array, String, Number, BigInt, Boolean].map(({ prototype }) => prototype);

/**
 * Returns true if a chain of properties finds nothing but a child by the name: arrays have a `length`, and `value` is a
 * child of theirs that is no property.
 * @param isFirst the name comes first, so that no nodes are asked for it but by `members`
 */
export const isPlainName = (name: string, isFirst = false): boolean =>
  name !== "value" &&
  !plainPrototypes.some((prototype) => name in prototype) &&
  (isFirst || !(name in Chained.prototype));

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
  if (isDisjoint) return each(set.toItems(), names, from, set, from);
  const nodes = selectNames(set.nodes(), false, names.slice(from));
  return nodes.size > 1 ? nodes : nodes.toItems()[0];
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
      for (const one of reached.toItems()) found.push(one);
    } else {
      found.push(reached);
    }
  }
  return found.length > 1 ? new NodeSet(found, true, makeNodes) : found[0];
}
