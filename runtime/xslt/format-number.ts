import { counted } from "../base/counted.js";
import { formatNumber as plainDigits } from "../data/model/string-value.js";
import type { DecimalFormat } from "./decimal-format.js";
import { type Picture, pictureOf } from "./picture.js";

/** XSLT 1.0 §12.3 format-number(). Like libxslt, it uses the picture `0.0####` in place of one that is malformed. */
export const formatNumber = counted({ units: 1, call: 50 }, formatted);

function formatted(value: number, picture: string, format: DecimalFormat): string {
  if (Number.isNaN(value)) return format.nan;
  const isNegative = value < 0;
  if (!Number.isFinite(value)) return `${isNegative ? format.minusSign : ""}${format.infinity}`;
  const parsed = pictureOf(picture, format, isNegative);
  const { hasSign, prefix, suffix } = parsed;
  const digits = written(Math.abs(value), parsed, format);
  return `${hasSign ? format.minusSign : ""}${prefix}${digits}${suffix}`;
}

/** A number that is not negative, without prefix and suffix. */
function written(value: number, picture: Picture, format: DecimalFormat): string {
  const [integer = "", fraction = ""] = plainDigits(rounded(value * picture.multiplier, picture)).split(".");
  const shown = withoutZeros(fraction.slice(0, picture.maxFraction));
  const fractionDigits = shown.padEnd(picture.minFraction, "0");
  const isZeroNeeded = picture.minInteger + picture.minFraction === 0;
  const integerDigits = integer === "0" && !isZeroNeeded ? "" : integer;
  const separator = fractionDigits !== "" || isBare(picture) ? format.decimalSeparator : "";
  return (
    localized(grouped(integerDigits.padStart(picture.minInteger, "0"), picture.group), format) +
    separator +
    localized(fractionDigits, format)
  );
}

function withoutZeros(digits: string): string {
  let end = digits.length;
  while (digits.charAt(end - 1) === "0") end--;
  return digits.slice(0, end);
}

/** Returns true if the picture ends with the decimal separator, which is then written alone. */
function isBare({ hasSeparator, maxFraction }: Picture): boolean {
  return hasSeparator && maxFraction === 0;
}

/** Rounds half up, as libxslt does. A number that has no more digits is left as it is. */
function rounded(value: number, { maxFraction }: Picture): number {
  const scale = 10 ** maxFraction;
  const scaled = value * scale;
  return scaled < Number.MAX_SAFE_INTEGER ? Math.floor(scaled + 0.5) / scale : value;
}

/** Puts a mark for the separator between groups of digits, counted from the right. */
function grouped(digits: string, group: number): string {
  if (group === 0) return digits;
  const parts: string[] = [];
  for (let end = digits.length; end > 0; end -= group)
    parts.push(digits.slice(Math.max(0, end - group), end));
  return parts.reverse().join(",");
}

function localized(digits: string, { zeroDigit, groupingSeparator }: DecimalFormat): string {
  const zero = zeroDigit.codePointAt(0) ?? 0x30;
  if (zero === 0x30 && groupingSeparator === ",") return digits;
  return digits.replace(/[\d,]/g, (one) =>
    one === "," ? groupingSeparator : String.fromCodePoint(zero + Number(one)),
  );
}
