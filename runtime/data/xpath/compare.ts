import { isSameText } from "../../base/find-text.js";
import { spend } from "../../base/work.js";
import { type Found, type Item, Selection, type Value } from "../model/values.js";
import { exists, number, string, toBoolean, toNumber } from "./convert.js";

/** The comparisons of XPath 1.0 §3.4. */
export type Comparison = "=" | "!=" | "<" | "<=" | ">" | ">=";

type Primitive = string | number | bigint | boolean;
type CompareNodes = (nodes: Found, other: Primitive) => boolean;

/** Returns true if a node equals the string or number. A boolean is compared with the existence of a node. */
export const equal: CompareNodes = (nodes, other) => {
  if (typeof nodes === "string" && typeof other === "string") return isSameText(nodes, other);
  if (typeof nodes === "number" && typeof other === "number") return nodes === other;
  if (typeof other === "boolean") return exists(nodes) === other;
  if (nodes instanceof Selection) return counted(nodes).some((item) => isEqual(item, other));
  return nodes !== undefined && isEqual(nodes, other);
};

/** Returns true if some node differs. Never for an empty node-set, so it is not the opposite of `equal`. */
export const notEqual: CompareNodes = (nodes, other) => {
  if (typeof nodes === "string" && typeof other === "string") return !isSameText(nodes, other);
  if (typeof nodes === "number" && typeof other === "number") return nodes !== other;
  if (typeof other === "boolean") return exists(nodes) !== other;
  if (nodes instanceof Selection) return counted(nodes).some((item) => !isEqual(item, other));
  return nodes !== undefined && !isEqual(nodes, other);
};

function isEqual(item: Item, other: string | number | bigint): boolean {
  return typeof other === "number" ? number(item) === other : isSameText(string(item), string(other));
}

/** Returns true if some node, as a number, is less than the operand. */
export const less: CompareNodes = (nodes, other) => {
  if (typeof nodes === "number" && typeof other === "number") return nodes < other;
  return relates(nodes, "<", other);
};

export const lessOrEqual: CompareNodes = (nodes, other) => {
  if (typeof nodes === "number" && typeof other === "number") return nodes <= other;
  return relates(nodes, "<=", other);
};

export const greater: CompareNodes = (nodes, other) => {
  if (typeof nodes === "number" && typeof other === "number") return nodes > other;
  return relates(nodes, ">", other);
};

export const greaterOrEqual: CompareNodes = (nodes, other) => {
  if (typeof nodes === "number" && typeof other === "number") return nodes >= other;
  return relates(nodes, ">=", other);
};

/** Compares operands whose types are not known at build time. */
export function compare(left: Value, operator: Comparison, right: Value): boolean {
  if (!isPrimitive(left)) return compareFound(left, operator, right);
  return isPrimitive(right)
    ? comparePrimitives(left, operator, right)
    : comparisons[mirrored[operator]](right, left);
}

/** The same where the left one is known to be a node-set. */
export function compareFound(nodes: Found, operator: Comparison, other: Value): boolean {
  return isPrimitive(other) ? comparisons[operator](nodes, other) : compareNodes(nodes, operator, other);
}

const comparisons: Readonly<Record<Comparison, CompareNodes>> = {
  "=": equal,
  "!=": notEqual,
  "<": less,
  "<=": lessOrEqual,
  ">": greater,
  ">=": greaterOrEqual,
};

const mirrored: Readonly<Record<Comparison, Comparison>> = {
  "=": "=",
  "!=": "!=",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};

function isPrimitive(value: Value): value is Primitive {
  return typeof value !== "object" && value !== undefined;
}

function relates(nodes: Found, operator: "<" | "<=" | ">" | ">=", other: Primitive): boolean {
  if (typeof other === "boolean") return compareNumbers(Number(exists(nodes)), operator, Number(other));
  const right = toNumber(other);
  if (!(nodes instanceof Selection))
    return nodes !== undefined && compareNumbers(number(nodes), operator, right);
  return counted(nodes).some((item) => compareNumbers(number(item), operator, right));
}

function comparePrimitives(left: Primitive, operator: Comparison, right: Primitive): boolean {
  switch (operator) {
    case "=":
      return equalPrimitives(left, right);
    case "!=":
      return !equalPrimitives(left, right);
    default:
      return compareNumbers(toNumber(left), operator, toNumber(right));
  }
}

/** `!=` is the negation of this: with NaN it is true, as it has to be. */
function equalPrimitives(left: Primitive, right: Primitive): boolean {
  if (typeof left === "boolean" || typeof right === "boolean") return toBoolean(left) === toBoolean(right);
  if (typeof left === "number" || typeof right === "number") return toNumber(left) === toNumber(right);
  return isSameText(string(left), string(right));
}

function compareNumbers(left: number, operator: "<" | "<=" | ">" | ">=", right: number): boolean {
  switch (operator) {
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    case ">=":
      return left >= right;
  }
}

/** Compares two node-sets: whether the comparison holds for some pair of nodes. It does not look at every pair. */
export function compareNodes(left: Found, operator: Comparison, right: Found): boolean {
  switch (operator) {
    case "=": {
      if (!(left instanceof Selection || right instanceof Selection)) {
        return left !== undefined && right !== undefined && isSameText(string(left), string(right));
      }
      return meet(listOf(left), listOf(right));
    }
    case "!=":
      return exists(left) && exists(right) && differs(itemsOf(left), itemsOf(right));
    case "<":
    case "<=":
      return compareNumbers(least(left), operator, greatest(right));
    case ">":
    case ">=":
      return compareNumbers(greatest(left), operator, least(right));
  }
}

function listOf(nodes: Found): readonly Item[] {
  if (nodes instanceof Selection) return nodes.toItems();
  return nodes === undefined ? [] : [nodes];
}

function itemsOf(nodes: Found): readonly Item[] {
  const items = listOf(nodes);
  spend(items.length);
  return items;
}

function counted(nodes: Selection): readonly Item[] {
  const items = nodes.toItems();
  spend(items.length);
  return items;
}

/** Returns true if two lists have a string-value in common. */
function meet(left: readonly Item[], right: readonly Item[]): boolean {
  const [few, many] = left.length < right.length ? [left, right] : [right, left];
  const texts = textsOf(many);
  if (texts !== undefined) return few.some((item) => texts.has(string(item)));
  spend(many.length);
  const some = new Set(few.map(string));
  return many.some((item) => some.has(string(item)));
}

/**
 * The string-values of long lists, which a predicate may compare again and again. `undefined` after the first
 * comparison.
 */
const known = new WeakMap<readonly Item[], ReadonlySet<string> | undefined>();

const leastMany = 16;

function textsOf(items: readonly Item[]): ReadonlySet<string> | undefined {
  if (items.length < leastMany) return undefined;
  const texts = known.get(items);
  if (texts !== undefined) return texts;
  const isAgain = known.has(items);
  const made = isAgain ? new Set(items.map(string)) : undefined;
  if (isAgain) spend(items.length);
  known.set(items, made);
  return made;
}

/** Returns true if a pair of nodes differs: none does only if all nodes have the same string-value. */
function differs(left: readonly Item[], right: readonly Item[]): boolean {
  const text = string(left[0]);
  const isOther = (item: Item) => !isSameText(string(item), text);
  return left.some(isOther) || right.some(isOther);
}

function least(nodes: Found): number {
  return extreme(nodes, (candidate, best) => candidate < best);
}

function greatest(nodes: Found): number {
  return extreme(nodes, (candidate, best) => candidate > best);
}

/** NaN if no node is a number; no comparison holds with it. */
function extreme(nodes: Found, isBetter: (candidate: number, best: number) => boolean): number {
  let best = Number.NaN;
  for (const item of itemsOf(nodes)) {
    const candidate = number(item);
    if (Number.isNaN(best) || isBetter(candidate, best)) best = candidate;
  }
  return best;
}
