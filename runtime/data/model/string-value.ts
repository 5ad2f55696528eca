import { read, spend } from "../../base/work.js";
import { isArray, type JsonValue } from "./values.js";

const syntax = /^[ \t\r\n]*-?(?:\d+(?:\.\d*)?|\.\d+)[ \t\r\n]*$/;

/** How many characters of a number are read in one step. */
const digitsPerStep = 16;

/**
 * XPath 1.0 §4.4 number() of a string: an optional minus, digits and a point, with white space around them; NaN for any
 * other text.
 */
export function parseNumber(text: string): number {
  if (text.length > digitsPerStep) spend(text.length / digitsPerStep);
  const value = syntax.test(text) ? Number(text) : Number.NaN;
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER && formatNumber(value) !== text) hasRounded = true;
  return value;
}

/** One flag serves all requests, since only one of them works at a time. */
let hasRounded = false;

/** Returns true if an integer has lost digits as a number since the last call. */
export function takeRounded(): boolean {
  const before = hasRounded;
  hasRounded = false;
  return before;
}

/** XPath 1.0 §4.2 string() of a number: no exponent, no sign for zero, as few digits as identify the number. */
export function formatNumber(value: number): string {
  const size = Math.abs(value);
  // ECMA-262 §6.1.6.1.20: these have no exponent. To look for one in each text takes a third of the time.
  if (size >= 1e-6 && size < 1e21) return `${value}`;
  return value === 0 ? "0" : expand(`${value}`);
}

/** Writes `-1.5e-7` as `-0.00000015`. */
function expand(text: string): string {
  const [mantissa = "", exponent] = text.split("e");
  if (exponent === undefined) return text; // not finite
  const sign = mantissa.startsWith("-") ? "-" : "";
  const digits = mantissa.slice(sign.length).replace(".", "");
  const point = 1 + Number(exponent);
  return point > 0 ? `${sign}${digits.padEnd(point, "0")}` : `${sign}0.${"0".repeat(-point)}${digits}`;
}

/** The string-value of the element that holds the value: all text inside it, in document order. */
export function stringValue(value: JsonValue): string {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      return formatNumber(value);
    case "boolean":
      return value ? "true" : "false";
    case "bigint": {
      const text = String(value);
      spend(text.length / 2);
      return text;
    }
    default:
      return value === null ? "" : textWithin(value);
  }
}

/** Uses a stack of its own, since JSON from outside nests as deep as its sender likes. */
function textWithin(container: JsonValue): string {
  let text = "";
  const pending: JsonValue[] = [container];
  while (pending.length > 0) {
    const value = pending.pop();
    spend();
    if (value === undefined || value === null) continue;
    if (typeof value !== "object") {
      text += stringValue(value);
      continue;
    }
    const members = isArray(value) ? value : Object.values(value);
    for (let index = members.length - 1; index >= 0; index--) pending.push(members[index] as JsonValue);
  }
  return read(text);
}
