import { spend } from "../../base/work.js";
import { type Found, isArray, type JsonArray, Selection } from "../../data/model/values.js";
import { each, type Holds, plainMembers, where } from "../../data/xpath/array-path.js";
import type { Members } from "../../data/xpath/child-path.js";
import { number } from "../../data/xpath/convert.js";

/** XPath 1.0 §4.4 ceiling(). */
export function ceiling(value: number): number {
  return Math.ceil(value);
}

/** XPath 1.0 §4.4 floor(). */
export function floor(value: number): number {
  return Math.floor(value);
}

/** XPath 1.0 §4.4 round(): a half goes up, and -0.5 to 0 become -0, as in JavaScript. */
export function round(value: number): number {
  return Math.round(value);
}

/**
 * XPath 1.0 §4.1 count(): how many nodes there are.
 * @param holds tells which items of an array count, as for `where`
 */
export function count(nodes: Found, holds?: Holds): number {
  if (holds !== undefined) return isArray(nodes) ? countItems(nodes, holds) : count(where(nodes, holds));
  if (nodes instanceof Selection) return nodes.size;
  return nodes === undefined ? 0 : 1;
}

/** No list of the items is made, which takes longer than to count them. */
function countItems(items: JsonArray, holds: Holds): number {
  let total = 0;
  const last = items.length;
  spend(last);
  for (let index = 0; index < last; index++) if (holds(plainMembers(items[index]), index + 1, last)) total++;
  return total;
}

/**
 * XPath 1.0 §4.4 sum() of the nodes' string-values as numbers: 0 for no nodes, NaN if one is no number.
 * @param read reads them from the items of an array, as for `each`
 */
export function sum(nodes: Found, read?: (item: Members) => Found): number {
  if (read !== undefined) return isArray(nodes) ? sumOfItems(nodes, read) : sum(each(nodes, read));
  if (!(nodes instanceof Selection)) return nodes === undefined ? 0 : 0 + number(nodes);
  let total = 0;
  spend(2 * nodes.size); // each is a text first
  for (const item of nodes.toItems()) total += number(item);
  return total;
}

function sumOfItems(items: JsonArray, read: (item: Members) => Found): number {
  let total = 0;
  spend(items.length);
  for (let index = 0; index < items.length; index++) {
    const found = read(plainMembers(items[index]));
    if (found !== undefined) total += typeof found === "number" ? found : number(found);
  }
  return total;
}
