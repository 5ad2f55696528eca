import { spend } from "../../base/work.js";
import type { Item } from "../model/values.js";

/**
 * A position that counts from 1 along the axis, or from -1 at its end: the item there stays. Or a function that tells
 * whether an item stays; one that asks for `last` declares all three parameters.
 */
export type Predicate = number | ((item: Item, position: number, last: number) => boolean);

/** The items for which all predicates hold (XPath 1.0 §2.4). It looks no further than a position asks for. */
export function applyPredicates<T extends Item>(
  items: readonly T[],
  predicates: readonly Predicate[],
): readonly T[] {
  let kept = items;
  for (let index = 0; index < predicates.length; index++) {
    const predicate = predicates[index] as Predicate;
    kept =
      typeof predicate === "number"
        ? pick(kept, predicate)
        : filter(kept, predicate, highestPosition(predicates[index + 1]));
  }
  return kept;
}

/** The position up to which the items that pass a predicate matter to the next one. */
export function highestPosition(predicate: Predicate | undefined): number {
  return typeof predicate === "number" && predicate > 0 ? predicate : Number.POSITIVE_INFINITY;
}

/** The item at a position; a negative one counts from the end. */
export function itemAt<T extends Item>(items: readonly T[], position: number): T | undefined {
  return items[position < 0 ? items.length + position : position - 1];
}

function pick<T extends Item>(items: readonly T[], position: number): readonly T[] {
  const item = itemAt(items, position);
  return item === undefined ? [] : [item];
}

function filter<T extends Item>(
  items: readonly T[],
  predicate: Exclude<Predicate, number>,
  limit: number,
): readonly T[] {
  const last = items.length;
  spend(last);
  const kept: T[] = [];
  for (let index = 0; index < last; index++) {
    const item = items[index] as T;
    if (predicate(item, index + 1, last) && kept.push(item) >= limit) break;
  }
  return kept;
}
