import { exactNumber as exactNumberOf } from "../../data/json/long-integers.js";
import {
  toBoolean as booleanOf,
  exists as existsOf,
  holds as holdsAt,
  json as jsonOf,
  number as numberOf,
  string as stringOf,
  toNumber as valueNumber,
} from "../../data/xpath/convert.js";
import { found } from "../node-list.js";
import type { Untyped } from "../untyped.js";

/** string() (XPath 1.0 §4.2): the text in the first node; empty for none. */
export function string(value: Untyped): string {
  return stringOf(found(value));
}

/** number() of a node-set (XPath 1.0 §4.4): `NaN` if its text is no number. The text of `true` is none. */
export function number(nodes: Untyped): number {
  return numberOf(found(nodes));
}

/** number() of any value (XPath 1.0 §4.4): the boolean `true` is 1. */
export function toNumber(value: Untyped): number {
  return valueNumber(found(value));
}

/** boolean() of a node-set (XPath 1.0 §4.3): true if there is a node, also for `false`, 0 and an empty text. */
export function exists(nodes: Untyped): boolean {
  return existsOf(found(nodes));
}

/** boolean() of any value (XPath 1.0 §4.3): false for an empty text, 0, `NaN`, `false` and no nodes. */
export function toBoolean(value: Untyped): boolean {
  return booleanOf(found(value));
}

/** True if the value of a predicate keeps the node at a position, from 1 (XPath 1.0 §2.4). */
export function holds(value: Untyped, position: number): boolean {
  return holdsAt(found(value), position);
}

/** The first node as JSON; `null` for none, and for a number that JSON cannot hold. */
export function json(value: Untyped): Untyped {
  return jsonOf(found(value));
}

/** The number that a numeral stands for in JSON; a `bigint` if it is an integer that a number cannot hold. */
export function exactNumber(numeral: string): number | bigint {
  return exactNumberOf(numeral);
}
