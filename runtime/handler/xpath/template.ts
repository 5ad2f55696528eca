import {
  coalesce as coalesced,
  loop as loopOver,
  loopItems as loopOverItems,
  loopPairs as loopOverPairs,
  none as noPairs,
  object as objectOf,
  pairs as pairsOf,
  within as withFirst,
  omitMissing as withoutMissing,
} from "../../language/template/json-template.js";
import { found } from "../node-list.js";
import type { Untyped } from "../untyped.js";

/** The content of a block: it gets the context item, its position from 1, and how many items there are. */
export type Body<T> = (item: Untyped, position: number, last: number) => T;

/** `{{loop}}`: what is made of each item of the first node; nothing if that is no array. */
export function loop<T>(nodes: Untyped, each: Body<T>): T[] {
  return loopOver(found(nodes), each);
}

/** The same with any number of items of an array from each. */
export function loopItems<T>(nodes: Untyped, each: Body<readonly T[]>): T[] {
  return loopOverItems(found(nodes), each);
}

/** The same with pairs of an object from each; the last pair of a name wins. */
export function loopPairs(nodes: Untyped, each: Body<Untyped>): Untyped {
  return loopOverPairs(found(nodes), (item, position, last) => withoutNothing(each(item, position, last)));
}

/** `{{: … }}`: the children of these names as pairs of an object, `*` for all; without names, the nodes themselves. */
export function pairs(base: Untyped, ...names: string[]): Untyped {
  return pairsOf(found(base), ...names);
}

/** One object made of several, in their order; the last pair of a name wins. Members that are `undefined` are none. */
export function object(...parts: Untyped[]): Untyped {
  return objectOf(...parts.map(withoutNothing));
}

/** JSON leaves out what is `undefined`, so that it hides no member either. */
function withoutNothing(pairs: Untyped): Untyped {
  const entries = Object.entries(pairs as object);
  return entries.every(([, value]) => value !== undefined)
    ? pairs
    : Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/**
 * The same as `object` with `pairs` among other members, which is faster in loops.
 * @param make writes all members. Those with one of the names are left out if the base lacks them.
 */
export function omitMissing(
  base: Untyped,
  names: readonly string[],
  make: (optional: Untyped, all: Untyped) => Untyped,
): Untyped {
  return withoutMissing(found(base), names, make);
}

/** `{{with}}`: `then` with the first node as context item; `otherwise` if there is none, or if it is `null`. */
export function within<T, O>(context: Untyped, then: Body<T>, otherwise: () => O): T | O {
  return withFirst(found(context), then, otherwise);
}

/** `??`: the left operand, unless it is no nodes, `null`, or a number that JSON cannot hold. A function makes the right one. */
export function coalesce(left: Untyped, right: Untyped): Untyped {
  return coalesced(found(left), found(right));
}

/** No pairs. */
export const none: Untyped = noPairs;
