import { beginStretch, spend } from "../../base/work.js";
import { JsonNode, nodesOf } from "../../data/json/json-node.js";
import { Tree } from "../../data/json/lazy-tree.js";
import { Node } from "../../data/model/node.js";
import {
  type Found,
  type Item,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  listOf,
  Selection,
  setMember,
  type Value,
} from "../../data/model/values.js";
import { keyOf, pairValue } from "../../data/xml/xml-node.js";
import { type Members, members as membersOf } from "../../data/xpath/child-path.js";
import { json } from "../../data/xpath/convert.js";
import { first } from "../../data/xpath/node-path.js";

type Pairs = Record<string, JsonValue>;

/**
 * The pair producer `{{: … }}`. With names, the pairs are the children of `base` with these names (`*`: all children),
 * in document order. Without names, they are the elements and attributes of the node-set itself. The last pair of a
 * name wins.
 */
export function pairs(base: Found, ...names: string[]): JsonObject {
  if (names.length === 0) return pairsOf(nodesOf(base));
  if (base instanceof Tree) return treePairs(base, names);
  if (!(base instanceof Selection)) return childPairs(base, names);
  const members: Pairs = {};
  for (const item of base.toItems()) assign(members, itemPairs(item, names));
  return members;
}

/**
 * One object made of several, in their order; the last pair of a name wins. Spreading them into a literal would mean
 * the same, but takes engines far longer if names are not known in advance.
 */
export function object(...parts: JsonObject[]): JsonObject {
  const members: Pairs = {};
  for (const part of parts) assign(members, part);
  return members;
}

/**
 * The same as `object` with `pairs` among other members, for loops. `make` writes all of them, which is all there is to do
 * where the item is JSON that has these names in this order: engines know the shape of a literal, and so make it several
 * times as fast. Where the item lacks a name, the member is left out.
 */
export function omitMissing<Name extends string>(
  base: Found,
  names: readonly Name[],
  make: (optional: Readonly<Record<Name, JsonValue>>, all: Members) => JsonObject,
): JsonObject {
  if (!(base instanceof Selection) && isObject(base) && hasInOrder(base, names))
    return make(base as Readonly<Record<Name, JsonValue>>, base as JsonObject as Members);
  if (base instanceof JsonNode) return omitMissing(base.value, names, make);
  const found = pairs(base, ...names);
  const made = make(found as Readonly<Record<Name, JsonValue>>, membersOf(base));
  const members: Pairs = {};
  for (const name in made) {
    if (name === names[0]) assign(members, found);
    else if (!(names as readonly string[]).includes(name)) setMember(members, name, made[name] as JsonValue);
  }
  return members;
}

function hasInOrder(object: JsonObject, names: readonly string[]): boolean {
  let next = 0;
  for (const name in object) if (name === names[next] && ++next === names.length) return true;
  return false;
}

/** The cost of a round of a loop, beside its content. */
const stepsPerRound = 4;

/** The content of a block. It gets the context item, its position from 1 on, and how many items there are. */
type Body<T> = (item: Item, position: number, last: number) => T;

/** Returns the results of `each` for the items of the first node; nothing if the node is no array. */
export function loop<T>(found: Found, each: Body<T>): T[] {
  const items = listOf(first(found)) ?? [];
  const made: T[] = [];
  spend(stepsPerRound * items.length);
  for (let index = 0; index < items.length; index++) made.push(each(items[index], index + 1, items.length));
  return made;
}

/** A loop whose body makes any number of items of an array. */
export function loopItems<T>(found: Found, each: Body<readonly T[]>): T[] {
  return loop(found, each).flat() as T[];
}

/** A loop whose body makes pairs of an object; the last pair of a name wins. */
export function loopPairs(found: Found, each: Body<JsonObject>): JsonObject {
  const members: Pairs = {};
  for (const pairs of loop(found, each)) assign(members, pairs);
  return members;
}

/**
 * Milliseconds after which others get their turn. A round need not have waited for anything outside: what refuses a token
 * is a promise, and has happened.
 */
const longestTurn = 10;

/** `loop` with a body that waits. A round begins when the one before it is done. */
export async function loopAsync<T>(found: Found, each: Body<Promise<T>>): Promise<T[]> {
  const items = listOf(first(found)) ?? [];
  const made: T[] = [];
  spend(stepsPerRound * items.length);
  let turned = performance.now();
  for (let index = 0; index < items.length; index++) {
    made.push(await each(items[index], index + 1, items.length));
    if (performance.now() - turned > longestTurn) {
      await new Promise((resolve) => setTimeout(resolve));
      turned = performance.now();
    }
    beginStretch();
  }
  return made;
}

/** `loopItems` with a body that waits. */
export async function loopItemsAsync<T>(found: Found, each: Body<Promise<readonly T[]>>): Promise<T[]> {
  return (await loopAsync(found, each)).flat() as T[];
}

/** `loopPairs` with a body that waits. */
export async function loopPairsAsync(found: Found, each: Body<Promise<JsonObject>>): Promise<JsonObject> {
  const members: Pairs = {};
  for (const pairs of await loopAsync(found, each)) assign(members, pairs);
  return members;
}

/** `{{with}}`: `then` with the first node or value as context item; `otherwise` if there is none, or if it is null. */
export function within<T, O>(context: Found, then: Body<T>, otherwise: () => O): T | O {
  const item = first(context);
  return isNullItem(item) ? otherwise() : then(item, 1, 1);
}

/** No pairs. */
export const none: JsonObject = {};

/** `??`: the left operand, unless it has no nodes, its first node is null, or it is a number that JSON cannot hold. */
export function coalesce<T extends Found>(left: Found, right: () => Promise<T>): Value | Promise<T>;
export function coalesce<T extends Found>(left: Found, right: T | (() => T)): Value | T;
export function coalesce<T extends Found>(
  left: Found,
  right: T | (() => T | Promise<T>),
): Value | T | Promise<T> {
  const isNull = typeof left === "number" ? !Number.isFinite(left) : isNullItem(first(left));
  if (left !== null && !isNull) return left;
  return typeof right === "function" ? right() : right;
}

function isNullItem(item: Item): boolean {
  return item === undefined || item === null || (item instanceof Node && item.isNull);
}

/**
 * `Object.assign` would take a member `__proto__` for a prototype. `for … in` visits inherited members, too, but JSON
 * inherits none that it visits.
 */
function assign(target: Pairs, source: JsonObject): void {
  for (const name in source) setMember(target, name, source[name] as JsonValue);
}

/**
 * A single member is made by itself. For several, the whole tree is made, since only that knows their document order.
 */
function treePairs(tree: Tree, names: readonly string[]): JsonObject {
  const [name] = names;
  if (names.length > 1 || name === undefined || name === "*") return childPairs(tree.toJson(), names);
  const found = tree.member(name);
  const members: Pairs = {};
  if (found !== undefined) setMember(members, name, json(found));
  return members;
}

function itemPairs(item: Item, names: readonly string[]): JsonObject {
  if (item instanceof Tree) return treePairs(item, names);
  if (item instanceof JsonNode) return childPairs(item.value, names);
  return item instanceof Selection
    ? pairsOf(nodesOf(item).flatMap(({ elements }) => elements.filter(isNamed(names))))
    : childPairs(item, names);
}

function isNamed(names: readonly string[]): (node: Node) => boolean {
  if (names.includes("*")) return () => true;
  return (node) => node.namespaceUri === "" && names.includes(node.name);
}

function childPairs(value: JsonValue | undefined, names: readonly string[]): JsonObject {
  const members: Pairs = {};
  if (typeof value !== "object" || value === null) return members;
  const all = names.includes("*");
  if (isArray(value)) {
    const last = value.at(-1);
    if (last !== undefined && (all || names.includes("value"))) members.value = last;
    return members;
  }
  if (all) return value;
  for (const name in value) {
    if (names.includes(name)) setMember(members, name, value[name] as JsonValue);
  }
  return members;
}

function pairsOf(nodes: readonly Node[]): JsonObject {
  const members: Pairs = {};
  for (const node of nodes) {
    if (node.type === "element" || node.type === "attribute")
      setMember(members, keyOf(node), pairValue(node));
  }
  return members;
}
