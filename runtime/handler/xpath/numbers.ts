import { unixtime as unixtimeNow } from "../../language/functions/log-functions.js";
import {
  count as countOf,
  round as rounded,
  sum as sumOf,
} from "../../language/functions/number-functions.js";
import { found } from "../node-list.js";
import type { Untyped } from "../untyped.js";
import { number } from "./conversions.js";
import type { Holds } from "./steps.js";

/** count() (XPath 1.0 §4.1). With a predicate, the items of an array for which it holds: `count(lines/value[…])`. */
export function count(nodes: Untyped, holds?: Holds): number {
  return countOf(found(nodes), holds);
}

/** sum() (XPath 1.0 §4.4): 0 for no nodes, `NaN` if one is no number. With a function, the sum of what it reads of each item. */
export function sum(nodes: Untyped, read?: (item: Untyped) => Untyped): number {
  return sumOf(found(nodes), read);
}

/** floor() (XPath 1.0 §4.4). */
export function floor(value: Untyped): number {
  return Math.floor(number(value));
}

/** ceiling() (XPath 1.0 §4.4). */
export function ceiling(value: Untyped): number {
  return Math.ceil(number(value));
}

/** round() (XPath 1.0 §4.4): a half goes up. */
export function round(value: Untyped): number {
  return rounded(number(value));
}

/** unixtime(): whole seconds since 1970-01-01T00:00:00Z. */
export function unixtime(): number {
  return unixtimeNow();
}
