import { lazyGlobals } from "../../base/lazy-globals.js";
import { isArray, type JsonArray, type JsonValue } from "../model/values.js";

/**
 * JSON text and integers that a number cannot hold, such as IDs of 64 bits. `JSON.parse` rounds them and
 * `JSON.stringify` refuses them. So a text has strings in their places that nobody else can write.
 * @module
 */

/** The shortest integer that a number cannot hold, 2^53, has 16 digits. Longer ones than this are rounded. */
const leastDigits = 16;
const mostDigits = 1000;

/** An integer as JSON writes it. */
const integer = new RegExp(`^-?[1-9]\\d{${leastDigits - 1},${mostDigits - 1}}$`);
/** A number, or a part of what is no JSON. */
const numerals = /[-+.\deE]+/g;

/** `JSON.parse`, except that integers that a number cannot hold become `bigint`. @throws SyntaxError */
export function readJson(text: string): JsonValue {
  if (longInteger.test(text) || longIntegerFirst.test(text)) return readExactly(text);
  return JSON.parse(text) as JsonValue;
}

/** `readJson`, or something else for a text that is no JSON. */
export function readJsonOr<T>(text: string, otherwise: T): JsonValue | T {
  try {
    return readJson(text);
  } catch {
    return otherwise;
  }
}

/** Returns the number that a numeral stands for in JSON: exactly, if it is an integer. */
export function exactNumber(numeral: string): number | bigint {
  const value = Number(numeral);
  if (Number.isSafeInteger(value) || !integer.test(numeral)) return value;
  areThere = true;
  return BigInt(numeral);
}

/** True if the process has met any. */
let areThere = false;

/**
 * Text that may have such an integer. Every body pays for this look, so it is a single one of the regular expression
 * engine. The digits are written one by one: of `\d{16}`, V8 does not see that most characters can be skipped, and takes
 * eight times as long. Numbers of cards, which follow quotes, and fractions come more often than such IDs.
 */
const longInteger = /[-:,[ \n\r\t]\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d/;
const longIntegerFirst = /^\d{16}/;

/** The text before the digits in strings that stand for integers: random, so that no sender knows it. */
let mark = "";

function ownMark(): string {
  if (mark === "") mark = lazyGlobals.uuid();
  return mark;
}

function readExactly(text: string): JsonValue {
  JSON.parse(text); // throws where an integer is the name of a member, which its mark could be
  return withIntegers(JSON.parse(withMarks(text)) as JsonValue);
}

/** Puts strings for the long integers of a JSON text. */
function withMarks(text: string): string {
  let marked = "";
  for (let from = 0; from < text.length; ) {
    const opening = text.indexOf('"', from);
    const end = opening < 0 ? text.length : opening;
    const between = text.slice(from, end);
    marked += between.length < leastDigits ? between : between.replace(numerals, markIfLong);
    if (opening < 0) break;
    from = stringEnd(text, opening + 1);
    marked += text.slice(opening, from);
  }
  return marked;
}

function markIfLong(numeral: string): string {
  return typeof exactNumber(numeral) === "bigint" ? `"${ownMark()}${numeral}"` : numeral;
}

/** Where the string ends whose content begins at `at`. */
function stringEnd(text: string, at: number): number {
  for (let closing = text.indexOf('"', at); closing >= 0; closing = text.indexOf('"', closing + 1)) {
    let start = closing;
    while (text[start - 1] === "\\") start--;
    if ((closing - start) % 2 === 0) return closing + 1;
  }
  return text.length;
}

/** Puts the integers in the places of their strings. The value is new, so nobody else sees it change. */
function withIntegers(value: JsonValue): JsonValue {
  const top: [JsonValue] = [value];
  const pending: object[] = [top];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const members = next as Record<string, JsonValue>;
    for (const name of Object.keys(members)) {
      const member = members[name];
      if (typeof member === "object" && member !== null) pending.push(member);
      else if (typeof member === "string" && member.startsWith(ownMark()))
        members[name] = BigInt(member.slice(mark.length));
    }
  }
  return top[0];
}

/** `JSON.stringify`, which also writes integers that a number cannot hold. */
export function writeJson(value: unknown, indent?: number, replacer?: Replacer): string {
  try {
    return JSON.stringify(value, replacer, indent);
  } catch (error) {
    // Asking for each value before would cost every response what only few have.
    if (!(error instanceof TypeError)) throw error;
    const written = JSON.stringify(value, withStrings(replacer), indent);
    return written.replaceAll(new RegExp(`"${ownMark()}(-?\\d+)"`, "g"), "$1");
  }
}

type Replacer = (name: string, value: unknown) => unknown;

/** Replaces integers by the strings that stand for them. */
function withStrings(replacer: Replacer = (_, value) => value): Replacer {
  return (name, value) => {
    const written = replacer(name, value);
    return typeof written === "bigint" ? `${ownMark()}${written}` : written;
  };
}

/** The arrays that were copied to be rounded, by their copies. */
const originals = new WeakMap<JsonArray, JsonArray>();

/** The array that was copied, or else the array itself. */
export function unrounded(array: JsonArray): JsonArray {
  return originals.get(array) ?? array;
}

/** A copy with numbers in the places of the integers; the value itself if it has none. */
export function rounded(value: JsonValue): JsonValue {
  if (!areThere || !hasBigint(value)) return value;
  const top: Record<string, JsonValue> = { value };
  const pending = [top];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const name of Object.keys(next)) {
      const member = next[name] as JsonValue;
      if (typeof member === "bigint") next[name] = Number(member);
      if (typeof member !== "object" || member === null) continue;
      const copy = isArray(member) ? [...member] : { ...member };
      if (isArray(member)) originals.set(copy as JsonArray, member);
      next[name] = copy;
      pending.push(copy as Record<string, JsonValue>);
    }
  }
  return top.value as JsonValue;
}

function hasBigint(top: JsonValue): boolean {
  const pending: JsonValue[] = [top];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === "bigint") return true;
    if (typeof next === "object" && next !== null)
      for (const member of Object.values(next)) if (typeof member !== "string") pending.push(member);
  }
  return false;
}
