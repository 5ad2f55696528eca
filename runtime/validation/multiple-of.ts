import { unrounded } from "../data/json/long-integers.js";
import { isArray, type JsonArray, type JsonValue } from "../data/model/values.js";

/** Equality as JSON Schema defines it: the order of members does not matter. */
export function equal(a: JsonValue, b: JsonValue): boolean {
  return canonical(a) === canonical(b);
}

/**
 * Returns true if no two items are equal. Takes linear time: if each were compared with every other, a client
 * could choose the cost.
 */
export function uniqueItems(items: JsonArray): boolean {
  return new Set(unrounded(items).map(canonical)).size === items.length;
}

/** JSON with sorted members. */
function canonical(value: JsonValue): string {
  if (isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")}}`;
}

/**
 * Returns true if a number is a multiple of another (JSON Schema, `multipleOf`). Computes with the decimal
 * digits that the numbers are written with, since floating point takes 19.99 for no multiple of 0.01, and
 * 1e308 for one of 0.123.
 */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  if (!Number.isFinite(value)) return false;
  const [number, by] = [decimal(value), decimal(divisor)];
  const exponent = Math.min(number.exponent, by.exponent);
  return scaled(number, exponent) % scaled(by, exponent) === 0n;
}

/** A number as `digits` times ten to the power of `exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function decimal(value: number): Decimal {
  const [mantissa = "", exponent] = value.toExponential().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** The digits for a smaller exponent. Exponents go from -324 to 308, so this has some 650 digits at most. */
function scaled({ digits, exponent }: Decimal, smaller: number): bigint {
  return digits * 10n ** BigInt(exponent - smaller);
}

/** How many characters a text has: code points, not UTF-16 units. */
export function characterCount(text: string): number {
  let count = text.length;
  for (let at = 1; at < text.length; at++)
    if (isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1))) count--;
  return count;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}
function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
