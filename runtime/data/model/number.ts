import { read } from "../../base/work.js";

const syntax = /^[ \t\r\n]*-?(?:\d+(?:\.\d*)?|\.\d+)[ \t\r\n]*$/;

/**
 * XPath 1.0 §4.4 number() of a string: an optional minus, digits and a point, with white space around them; NaN for any
 * other text.
 */
export function parseNumber(text: string): number {
  read(text);
  const value = syntax.test(text) ? Number(text) : Number.NaN;
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER && formatNumber(value) !== text) hasRounded = true;
  return value;
}

/** One flag serves all requests, since only one of them works at a time. */
let hasRounded = false;

/** Whether an integer has lost digits as a number since the last call. */
export function takeRounded(): boolean {
  const before = hasRounded;
  hasRounded = false;
  return before;
}

/** XPath 1.0 §4.2 string() of a number: no exponent, no sign for zero, as few digits as identify the number. */
export function formatNumber(value: number): string {
  if (value === 0) return "0";
  const text = String(value);
  const exponentAt = text.indexOf("e");
  return exponentAt < 0 ? text : expand(text, exponentAt);
}

/** Writes `-1.5e-7` as `-0.00000015`. */
function expand(text: string, exponentAt: number): string {
  const sign = text.startsWith("-") ? "-" : "";
  const mantissa = text.slice(sign.length, exponentAt);
  const digits = mantissa.replace(".", "");
  const point = 1 + Number(text.slice(exponentAt + 1));
  return point > 0 ? `${sign}${digits.padEnd(point, "0")}` : `${sign}0.${"0".repeat(-point)}${digits}`;
}
