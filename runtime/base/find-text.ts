/**
 * Looking for a text in another one, for everything that looks for what a client may have sent. It counts what it has
 * passed, in time that grows with the two texts and never with their product.
 * @module
 */
import { spend } from "./work.js";

/** How many UTF-16 units are passed in one step, and how many compared. */
const searchedPerStep = 8;
const comparedPerStep = 64;
const comparedByUsPerStep = 3;

/**
 * Parts up to this length are looked for by JavaScript. V8 prepares only the last 250 units of a part; where a text
 * repeats these, and the part differs before, it compares nearly all of the part at each place.
 */
const longestNative = 250;

/** Where the part begins in the text, from `from` on; -1 if it does not occur. */
export function indexOfText(text: string, part: string, from = 0): number {
  const isShort = part.length <= longestNative || part.length >= text.length - from;
  const found = isShort ? text.indexOf(part, from) : indexOfLong(text, part, from);
  spend(1 + ((found < 0 ? text.length : found) - from + part.length) / searchedPerStep);
  return found;
}

/** Knuth, Morris, Pratt: no unit of the text is looked at again after a difference. */
function indexOfLong(text: string, part: string, from: number): number {
  spend((text.length - from + part.length) / comparedByUsPerStep);
  // For each place: how long the longest text is with which the part begins, and which ends there.
  const borders = new Int32Array(part.length);
  let matched = 0;
  const compare = (unit: number) => {
    while (matched > 0 && part.charCodeAt(matched) !== unit) matched = borders[matched - 1] as number;
    if (part.charCodeAt(matched) === unit) matched++;
  };
  for (let at = 1; at < part.length; at++) {
    compare(part.charCodeAt(at));
    borders[at] = matched;
  }
  matched = 0;
  for (let at = from; at < text.length; at++) {
    compare(text.charCodeAt(at));
    if (matched === part.length) return at - matched + 1;
  }
  return -1;
}

/** The parts of the text between the separators; an empty one separates nothing. */
export function partsBetween(text: string, separator: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  while (separator !== "") {
    const found = indexOfText(text, separator, start);
    if (found < 0) break;
    parts.push(text.slice(start, found));
    start = found + separator.length;
  }
  parts.push(text.slice(start));
  return parts;
}

/** Returns true if both texts are the same. To compare short ones takes no more time than to count that. */
export function isSameText(text: string, other: string): boolean {
  if (text.length !== other.length) return false;
  if (text.length > comparedPerStep) spend(text.length / comparedPerStep);
  return text === other;
}
