import {
  type Comparison,
  compareNodes as compareSets,
  compare as compareValues,
  compareFound as compareWith,
} from "../../data/xpath/compare.js";
import { found } from "../node-list.js";
import type { Untyped } from "../untyped.js";

/** `=` (XPath 1.0 §3.4). True if a node equals the other operand. */
export function equal(nodes: Untyped, other: Untyped): boolean {
  return compareWith(found(nodes), "=", found(other));
}

/** `!=` (XPath 1.0 §3.4). True if a node differs. Never for no nodes, so it is not the opposite of `equal`. */
export function notEqual(nodes: Untyped, other: Untyped): boolean {
  return compareWith(found(nodes), "!=", found(other));
}

/** `<` (XPath 1.0 §3.4). True if a node is less, as a number. */
export function less(nodes: Untyped, other: Untyped): boolean {
  return compareWith(found(nodes), "<", found(other));
}

/** `<=` (XPath 1.0 §3.4). True if a node is less or equal, as a number. */
export function lessOrEqual(nodes: Untyped, other: Untyped): boolean {
  return compareWith(found(nodes), "<=", found(other));
}

/** `>` (XPath 1.0 §3.4). True if a node is greater, as a number. */
export function greater(nodes: Untyped, other: Untyped): boolean {
  return compareWith(found(nodes), ">", found(other));
}

/** `>=` (XPath 1.0 §3.4). True if a node is greater or equal, as a number. */
export function greaterOrEqual(nodes: Untyped, other: Untyped): boolean {
  return compareWith(found(nodes), ">=", found(other));
}

/** A comparison (XPath 1.0 §3.4) in which strings, numbers and booleans are values of XPath on both sides. */
export function compare(left: Untyped, operator: Comparison, right: Untyped): boolean {
  return compareValues(found(left), operator, found(right));
}

/** The same where the left operand is a node-set, whatever it is made of. */
export function compareFound(nodes: Untyped, operator: Comparison, other: Untyped): boolean {
  return compareWith(found(nodes), operator, found(other));
}

/** The same where both operands are node-sets: true if it holds for some pair of nodes. */
export function compareNodes(left: Untyped, operator: Comparison, right: Untyped): boolean {
  return compareSets(found(left), operator, found(right));
}
