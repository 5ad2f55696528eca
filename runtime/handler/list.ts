import { listOf, Selection } from "../data/model/values.js";
import { first } from "../data/xpath/node-path.js";
import { plainValue } from "./plain-value.js";
import type { Untyped } from "./untyped.js";

/**
 * The items of a JSON array; none for anything else, so that `list(order.json?.items).map(…)` needs no check before it.
 * An object is no list of one item.
 */
export function list<T = Untyped>(
  value: readonly T[] | NonNullable<unknown> | null | undefined,
): readonly T[];
export function list(value: unknown): readonly unknown[] {
  if (!(value instanceof Selection)) return Array.isArray(value) ? value : [];
  return listOf(first(value))?.map(plainValue) ?? [];
}
