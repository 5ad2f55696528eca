import { counted } from "../../base/counted.js";
import { indexOfText } from "../../base/find-text.js";
import { checkLength, seen, spend } from "../../base/work.js";
import { type Item, listOf, Selection, type Value } from "../../data/model/values.js";
import { string } from "../../data/xpath/convert.js";
import { round } from "./number-functions.js";

/** It is there since XML reads identifiers by the same rule. */
export { normalizeSpace } from "../../base/counted.js";

/** XPath 1.0 §4.2 concat(). It counts by itself: to be called through `counted` would take longer than the rest of it. */
export function concat(first: string, second = "", ...others: string[]): string {
  // A few strings are joined faster one by one than as an array.
  let text = first + second;
  for (let index = 0; index < others.length; index++) text += others[index];
  checkLength(text.length);
  spend(1 + text.length / 32); // the parts and the whole, 64 units a step
  return seen(text);
}

/** How many UTF-16 units are compared in one step. */
const comparedPerStep = 32;

/** XPath 1.0 §4.2 contains(). */
export function contains(text: string, part: string): boolean {
  return indexOfText(text, part) >= 0;
}

/** XPath 1.0 §4.2 starts-with(). */
export function startsWith(text: string, start: string): boolean {
  spend(1 + start.length / comparedPerStep);
  return text.startsWith(start);
}

/** `ends-with()`. */
export function endsWith(text: string, end: string): boolean {
  spend(1 + end.length / comparedPerStep);
  return text.endsWith(end);
}

/** XPath 1.0 §4.2 substring-before(): what comes before the first occurrence; empty if there is none. */
export function substringBefore(text: string, part: string): string {
  return text.slice(0, Math.max(0, indexOfText(text, part)));
}

/** XPath 1.0 §4.2 substring-after(): what comes after the first occurrence; empty if there is none. */
export function substringAfter(text: string, part: string): string {
  const found = indexOfText(text, part);
  return found < 0 ? "" : text.slice(found + part.length);
}

/**
 * XPath 1.0 §4.2 substring(): the code points at positions from round(start) on, and before round(start) +
 * round(length). Positions count from 1. With NaN there are none.
 */
export const substring = /* @__PURE__ */ counted(
  { units: 8, call: 4 },
  (text: string, start: number, length?: number): string => {
    const from = round(start);
    const to = length === undefined ? Number.POSITIVE_INFINITY : from + round(length);
    let position = 0;
    let begin = text.length;
    let offset = 0;
    for (const character of text) {
      position++;
      if (position >= to) break;
      if (position >= from && begin === text.length) begin = offset;
      offset += character.length;
    }
    return Number.isNaN(from) || Number.isNaN(to) ? "" : text.slice(begin, offset);
  },
);

/** XPath 1.0 §4.2 string-length(), in code points. */
export const stringLength = /* @__PURE__ */ counted({ units: 16 }, (text: string): number => {
  // A text without any takes a tenth of the time to look through so, and none if each unit is a byte.
  if (!/[\udc00-\udfff]/.test(text)) return text.length;
  let length = text.length;
  for (let index = 1; index < text.length; index++)
    if (isTrail(text.charCodeAt(index)) && isLead(text.charCodeAt(index - 1))) length--;
  return length;
});

/** The halves of a character beyond the first 65,536. */
function isLead(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

function isTrail(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}

/** XPath 1.0 §4.2 translate(): each character of `from` becomes the one at its place in `to`, or vanishes. */
export const translate = /* @__PURE__ */ counted(
  { units: 2 },
  (text: string, from: string, to: string): string => {
    const targets = [...to];
    const replacements = new Map<string, string>();
    for (const [index, character] of [...from].entries()) {
      if (!replacements.has(character)) replacements.set(character, targets[index] ?? "");
    }
    let translated = "";
    for (const character of text) translated += replacements.get(character) ?? character;
    return translated;
  },
);

/**
 * `trim()`: removes spaces, line feeds, carriage returns, tabs and vertical tabs at both ends. Other white space stays.
 */
export const trim = /* @__PURE__ */ counted({ units: 8 }, (text: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
});

function isSpace(code: number) {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09 || code === 0x0b;
}

/** `tolower()`, by Unicode's rules that hold for no language in particular. */
export const tolower = /* @__PURE__ */ counted({ units: 32 }, (text: string): string => {
  return text.toLowerCase();
});

/** `toupper()`, by Unicode's rules that hold for no language in particular. */
export const toupper = /* @__PURE__ */ counted({ units: 32 }, (text: string): string => {
  return text.toUpperCase();
});

/** `capitalize-first()`: the first character in upper case, unless that is more than one character. */
export const capitalizeFirst = /* @__PURE__ */ counted({ units: 1024 }, (text: string): string => {
  const [first = ""] = text;
  const upper = first.toUpperCase();
  return [...upper].length === 1 ? upper + text.slice(first.length) : text;
});

/** `join()`. Of a node-set all nodes count, and of a node that is a JSON array all items. */
export const join = /* @__PURE__ */ counted({ units: 64 }, (glue: string, ...values: Value[]): string => {
  const texts: string[] = [];
  for (const value of values) {
    if (value instanceof Selection) for (const item of value.toItems()) addTexts(texts, item);
    else if (value !== undefined) addTexts(texts, value);
  }
  spend(2 * texts.length); // each is made, and joined
  let length = glue.length * texts.length;
  for (const text of texts) length += text.length;
  checkLength(length);
  return texts.join(glue);
});

function addTexts(texts: string[], item: Item): void {
  const list = typeof item === "object" ? listOf(item) : undefined;
  if (list === undefined) texts.push(string(item));
  else for (const each of list) texts.push(string(each));
}
