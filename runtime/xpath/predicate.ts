import type { Item } from "../data-model/values.js";
import { spend } from "../limits/work.js";

/**
 * The position of the item that stays, negative from the end, or whether an item stays; positions count from 1 along
 * the axis. A function that asks for `last` declares all three parameters.
 */
export type Predicate = number | ((item: Item, position: number, last: number) => boolean);

/** The items for which all predicates hold (XPath 1.0 §2.4), looking no further than the position that one asks for. */
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

/** How many of the items that a predicate is applied to matter to it. */
export function highestPosition(predicate: Predicate | undefined): number {
  return typeof predicate === "number" && predicate > 0 ? predicate : Number.POSITIVE_INFINITY;
}

/** The item at a position, which is negative from the end. */
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
