import {
  matches as matchesPattern,
  replace as replaceMatches,
  replacement as replacementFor,
  split as splitText,
} from "../../language/functions/matching-functions.js";
import {
  capitalizeFirst as capitalized,
  concat as concatTexts,
  contains as containsText,
  endsWith as endsWithText,
  join as joinTexts,
  stringLength as lengthOf,
  tolower as lowered,
  normalizeSpace as normalized,
  startsWith as startsWithText,
  substringAfter as textAfter,
  substringBefore as textBefore,
  substring as textWithin,
  translate as translated,
  trim as trimmed,
  toupper as uppered,
} from "../../language/functions/string-functions.js";
import { found } from "../node-list.js";
import type { Untyped } from "../untyped.js";
import { number, string } from "./conversions.js";

/** concat() (XPath 1.0 §4.2). As in all functions of texts, each argument is taken as `string` gives it. */
export function concat(first: Untyped, second: Untyped, ...others: Untyped[]): string {
  return concatTexts(string(first), string(second), ...others.map(string));
}

/** contains() (XPath 1.0 §4.2). */
export function contains(text: Untyped, part: Untyped): boolean {
  return containsText(string(text), string(part));
}

/** starts-with() (XPath 1.0 §4.2). */
export function startsWith(text: Untyped, start: Untyped): boolean {
  return startsWithText(string(text), string(start));
}

/** ends-with(). */
export function endsWith(text: Untyped, end: Untyped): boolean {
  return endsWithText(string(text), string(end));
}

/** substring() (XPath 1.0 §4.2), in code points: positions count from 1, and both numbers are rounded. */
export function substring(text: Untyped, start: Untyped, ...length: [length?: Untyped]): string {
  // No nodes as a length are NaN, which is another thing than no length.
  return textWithin(string(text), number(start), ...length.map(number));
}

/** substring-before() (XPath 1.0 §4.2). */
export function substringBefore(text: Untyped, part: Untyped): string {
  return textBefore(string(text), string(part));
}

/** substring-after() (XPath 1.0 §4.2). */
export function substringAfter(text: Untyped, part: Untyped): string {
  return textAfter(string(text), string(part));
}

/** string-length() (XPath 1.0 §4.2), in code points. */
export function stringLength(text: Untyped): number {
  return lengthOf(string(text));
}

/** normalize-space() (XPath 1.0 §4.2): one space in place of white space of XML, and none at the ends. */
export function normalizeSpace(text: Untyped): string {
  return normalized(string(text));
}

/** translate() (XPath 1.0 §4.2): each character of `from` becomes the one at its place in `to`, or vanishes. */
export function translate(text: Untyped, from: Untyped, to: Untyped): string {
  return translated(string(text), string(from), string(to));
}

/** tolower(). */
export function tolower(text: Untyped): string {
  return lowered(string(text));
}

/** toupper(). */
export function toupper(text: Untyped): string {
  return uppered(string(text));
}

/** capitalize-first(). */
export function capitalizeFirst(text: Untyped): string {
  return capitalized(string(text));
}

/** trim(): without spaces, line feeds, carriage returns and tabs at both ends. */
export function trim(text: Untyped): string {
  return trimmed(string(text));
}

/** join(): the texts of all nodes, and of all items of arrays. */
export function join(glue: Untyped, ...values: Untyped[]): string {
  return joinTexts(string(glue), ...values.map(found));
}

/** matches(): true if the pattern matches some part of the text. */
export function matches(text: Untyped, pattern: RegExp): boolean {
  return matchesPattern(string(text), pattern);
}

/**
 * replace(): the text with every match replaced.
 * @param pattern with the flag `g`
 * @param written as JavaScript writes it, made by `replacement`
 */
export function replace(text: Untyped, pattern: RegExp, written: string): string {
  return replaceMatches(string(text), pattern, written);
}

/**
 * The text that replaces a match, as JavaScript writes it: `$1` and `${1}` stand for what a group has captured.
 * @param groups JavaScript's numbers of the groups, from 1
 */
export function replacement(text: Untyped, ...groups: number[]): string {
  return replacementFor(string(text), ...groups);
}

/**
 * split(): an element `token` for each part of the text that is not empty, as a node-set.
 * @param pattern with the flag `g`; white space if it is missing
 */
export function split(text: Untyped, pattern?: RegExp): Untyped {
  return splitText(string(text), pattern);
}
