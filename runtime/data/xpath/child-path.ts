import { spend } from "../../base/work.js";
import { JsonDocument, JsonNode, nodesOf } from "../json/json-node.js";
import type { Node } from "../model/node.js";
import { NodeSet } from "../model/node-set.js";
import {
  type ChildSteps,
  type Found,
  type Item,
  isArray,
  type JsonArray,
  type JsonValue,
  member,
  Selection,
} from "../model/values.js";
import { selectNames } from "./node-path.js";
import type { PathStep } from "./step.js";

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
  if (item instanceof JsonDocument) return item.members as Members;
  if (item instanceof JsonNode && item.document.repeated === undefined) return members(item.value);
  const only = item.size === 1 ? item.firstItem : item;
  return only instanceof Selection ? (new Children(item) as object as Members) : members(only);
}

/** Has the children of nodes for properties, and no other. */
class Children {
  readonly #nodes: Selection;

  constructor(nodes: Selection) {
    this.#nodes = nodes;
  }

  static child(of: Children, name: string): unknown {
    return chained(atNames(of.#nodes, [name]));
  }
}

/** Nodes that have their children for properties, too: all but those with the names that `Selection` has. */
class Chained extends Selection {
  readonly #found: Selection;

  constructor(found: Selection) {
    super();
    this.#found = found;
  }

  static child(of: Chained, name: string): unknown {
    return chained(atNames(of.#found, [name]));
  }

  at(names: readonly string[], from: number, steps: ChildSteps): Found {
    return this.#found.at(names, from, steps);
  }
  toJson(): JsonValue {
    return this.#found.toJson();
  }
  toText(): string {
    return this.#found.toText();
  }
  get size(): number {
    return this.#found.size;
  }
  nodes(): readonly Node[] {
    return this.#found.nodes();
  }
  toItems(): readonly Item[] {
    return this.#found.toItems();
  }
  override get firstItem(): Item {
    return this.#found.firstItem;
  }
  override get itemList(): readonly Item[] | undefined {
    return this.#found.itemList;
  }
}

function chained(found: Found): unknown {
  return found instanceof Selection ? new Chained(found) : found;
}

/** Makes children what instances of a class inherit. A proxy for each instance would cost more. */
function inheritChildren<T extends object>(
  of: { readonly prototype: T; child(of: T, name: string): unknown },
  base: object,
): void {
  const own: object = Object.create(base);
  const get = (_: object, name: string | symbol, instance: T): unknown =>
    typeof name === "symbol" || name in own ? Reflect.get(own, name, instance) : of.child(instance, name);
  Object.setPrototypeOf(of.prototype, new Proxy(own, { get }));
}
inheritChildren(Children, Object.prototype);
inheritChildren(Chained, Selection.prototype);

const plainPrototypes = [Object, Array, String, Number, BigInt, Boolean].map(({ prototype }) => prototype);

/**
 * Returns true if a chain of properties finds nothing but a child by the name: arrays have a `length`, and `value` is a
 * child of theirs that is no property.
 * @param isFirst the name comes first, so that no nodes are asked for it but by `members`
 */
export const isPlainName = (name: string, isFirst = false): boolean =>
  name !== "value" &&
  name !== "toJSON" && // handlers give it to nodes
  !plainPrototypes.some((prototype) => name in prototype) &&
  (isFirst || !(name in Chained.prototype));

/**
 * A path, read as values: `at($.body, "json", "users")`. A member of an object is a child with its name; the items of an array
 * are children with the name `value`. A step that is more than a name knows how to go on.
 * @throws TreeLimitError where descendants nest too deep
 */
export function at(base: Found, ...steps: PathStep[]): Found {
  for (let index = 0; index < steps.length; index++) {
    const step = steps[index] as PathStep;
    if (typeof step !== "string") return step.find(base, steps);
  }
  return atNames(base, steps as string[]);
}

function atNames(base: Found, names: readonly string[]): Found {
  const isRoot = base instanceof JsonDocument && names[0] === base.rootName;
  return isRoot ? fromValue(base.value, names, 1, base, 0) : fromValue(base, names, 0, base, 0);
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
  for (const item of items) {
    const reached = fromValue(item, names, from, item, from);
    if (reached === undefined) continue;
    if (reached instanceof Selection) {
      for (const one of reached.toItems()) found.push(one);
    } else {
      found.push(reached);
    }
  }
  return found.length > 1 ? new NodeSet(found, true, makeNodes) : found[0];
}
