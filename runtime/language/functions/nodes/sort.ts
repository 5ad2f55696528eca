import { counted } from "../../../base/counted.js";
import { spend } from "../../../base/work.js";
import { isXmlName } from "../../../base/xml-name.js";
import type { Node } from "../../../data/model/node.js";
import { stringValue } from "../../../data/model/string-value.js";
import {
  type Found,
  type Item,
  type JsonArray,
  type JsonValue,
  listOf,
  Selection,
  type Value,
} from "../../../data/model/values.js";
import { at } from "../../../data/xpath/child-path.js";
import { first } from "../../../data/xpath/node-path.js";
import type { Context } from "../../../request/context.js";
import { alert } from "../../../request/flow-errors.js";
import { arrayOf } from "../documents/json-array.js";

/** Yields what an item is sorted by; positions count from 1. */
type Key = (item: Item, position: number, last: number) => Found | Value;

/** What an item costs, beside being compared with others. */
const stepsPerItem = 10;

type Sorted = JsonArray | Node | undefined;

/**
 * `sort()`: a new array in which items with equal keys keep their order. Missing keys and null come first, then
 * booleans, numbers, and all else by its text. The empty node-set if there is no array.
 */
export function sort(nodes: Found, key?: Key, isDescending = false): Sorted {
  const items = listOf(first(nodes));
  if (items === undefined) return undefined;
  spend(items.length * (stepsPerItem + Math.log2(items.length + 1)));
  const direction = isDescending ? -1 : 1;
  const keyed = items.map((item, index) => ({
    item,
    key: sortable(key === undefined ? item : key(item, index + 1, items.length)),
  }));
  keyed.sort((left, right) => direction * compareKeys(left.key, right.key));
  return arrayOf(keyed.map(({ item }) => item));
}

/** `sort()` with a key that is known at run time only: a path of names, and nothing else. */
export const sortBy = counted(
  { units: 64, call: 100 },
  ($: Context, nodes: Found, key: string, isDescending = false): Sorted => {
    if (key === "") return sort(nodes, undefined, isDescending);
    const names = key.split("/").filter((name) => name !== ".");
    if (names.every(isXmlName)) return sort(nodes, (item) => at(item, ...names), isDescending);
    alert($, "sort", "A sorting key that is not constant must be a path of names, such as a/b.");
    return undefined;
  },
);

interface SortKey {
  readonly rank: number;
  readonly value: number | bigint | string;
}

function sortable(found: Found | Value): SortKey {
  const value: JsonValue | undefined = found instanceof Selection ? plain(found) : found;
  switch (typeof value) {
    case "boolean":
      return { rank: 1, value: Number(value) };
    case "bigint":
      return { rank: 2, value };
    case "number":
      return Number.isNaN(value) ? noKey : { rank: 2, value };
    case "string":
      return { rank: 3, value };
    default:
      return value === undefined || value === null ? noKey : { rank: 3, value: stringValue(value) };
  }
}

const noKey: SortKey = { rank: 0, value: 0 };

function plain(found: Selection): JsonValue | undefined {
  return found.size === 0 ? undefined : found.toJson();
}

function compareKeys(left: SortKey, right: SortKey): number {
  if (left.rank !== right.rank) return left.rank - right.rank;
  return left.value < right.value ? -1 : left.value > right.value ? 1 : 0;
}
