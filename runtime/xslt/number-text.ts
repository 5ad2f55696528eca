import { counted } from "../base/counted.js";
import { spend } from "../base/work.js";
import { formatNumber } from "../data/model/string-value.js";

/** The attributes of `xsl:number` that say how digits are grouped. */
export interface NumberOptions {
  readonly groupingSeparator?: string;
  /** A number; groups are only made if there is a separator, too. */
  readonly groupingSize?: number;
}

/** One number of a format, and what stands before it. */
interface Token {
  readonly separator: string | undefined;
  /** `A`, `a`, `I`, `i`, or the zero of the digits. */
  readonly kind: string;
  readonly width: number;
}

interface Format {
  readonly prefix: string;
  readonly tokens: readonly Token[];
  readonly suffix: string;
}

/** XSLT 1.0 §7.7.1; empty if there are no numbers. What the text leaves open is as in libxslt. */
export const numberText = counted({ units: 1, call: 25 }, written);

function written(numbers: readonly number[], format: string, options: NumberOptions = {}): string {
  spend(numbers.length);
  if (numbers.length === 0) return "";
  const { prefix, tokens, suffix } = parsed(format);
  const parts = numbers.map((number, index) => {
    const token = tokens[Math.min(index, tokens.length - 1)] ?? plain;
    const separator = index === 0 ? "" : (token.separator ?? ".");
    return separator + writtenNumber(number, token, options);
  });
  return prefix + parts.join("") + suffix;
}

const plain: Token = { separator: undefined, kind: "0", width: 1 };

/** The characters of a format that stand for a number, and those around them. */
const parts = /[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu;
const alphanumeric = /^[\p{L}\p{N}]/u;

/** A prefix without a number behind it is one all the same. */
function parsed(format: string): Format {
  const texts = format.match(parts) ?? [];
  const first = texts[0] ?? "";
  const prefix = alphanumeric.test(first) ? "" : first;
  const from = prefix === "" ? 0 : 1;
  const tokens: Token[] = [];
  for (let index = from; index < texts.length; index += 2)
    tokens.push(tokenOf(texts[index] as string, index === from ? undefined : texts[index - 1]));
  const isOpen = tokens.length > 0 && (texts.length - from) % 2 === 0;
  return { prefix, tokens, suffix: isOpen ? (texts.at(-1) as string) : "" };
}

/** The zeros of the scripts whose digits XML 1.0 has. */
const zeros: ReadonlySet<string> = new Set("0٠۰०০੦૦୦౦೦൦๐໐༠");

function tokenOf(text: string, separator: string | undefined): Token {
  const [first = ""] = text;
  if (/^[AaIi]/.test(first)) return { separator, kind: first, width: 1 };
  const characters = [...text];
  const onesAt = characters.findIndex((one) => !zeros.has(one));
  const one = characters[onesAt];
  const zero = one === undefined ? "0" : String.fromCodePoint((one.codePointAt(0) ?? 0) - 1);
  const isNumber = one !== undefined && zeros.has(zero);
  return { separator, kind: isNumber ? zero : "0", width: isNumber ? onesAt + 1 : 1 };
}

function writtenNumber(value: number, { kind, width }: Token, options: NumberOptions): string {
  if (Number.isNaN(value)) return "NaN";
  const number = Math.max(0, Math.floor(value + 0.5));
  if (number === Number.POSITIVE_INFINITY) return "Infinity";
  switch (kind) {
    case "A":
    case "a":
      return isLetters(number) ? cased(letters(number), kind === "A") : decimal(number, "0", 1, options);
    case "I":
    case "i":
      return isRoman(number) ? cased(roman(number), kind === "I") : decimal(number, "0", 1, options);
    default:
      return decimal(number, kind, width, options);
  }
}

function cased(text: string, isUpper: boolean): string {
  return isUpper ? text.toUpperCase() : text;
}

function isLetters(number: number): boolean {
  return number >= 1 && number <= 2 ** 53;
}

/** a, b, … z, aa, ab, … */
function letters(number: number): string {
  let text = "";
  for (let left = number; left > 0; left = Math.floor((left - 1) / 26))
    text = String.fromCharCode(0x61 + ((left - 1) % 26)) + text;
  return text;
}

function isRoman(number: number): boolean {
  return number >= 1 && number <= 5000;
}

const romans = [
  ["m", 1000],
  ["cm", 900],
  ["d", 500],
  ["cd", 400],
  ["c", 100],
  ["xc", 90],
  ["l", 50],
  ["xl", 40],
  ["x", 10],
  ["ix", 9],
  ["v", 5],
  ["iv", 4],
  ["i", 1],
] as const;

function roman(number: number): string {
  let text = "";
  let left = number;
  for (const [letter, worth] of romans) for (; left >= worth; left -= worth) text += letter;
  return text;
}

function decimal(number: number, zero: string, width: number, options: NumberOptions): string {
  const { groupingSeparator = "", groupingSize = 0 } = options;
  const digits = formatNumber(number).padStart(width, "0");
  const localized =
    zero === "0" ? digits : digits.replace(/\d/g, (one) => String.fromCodePoint(codeOf(zero) + Number(one)));
  const size = Math.trunc(groupingSize);
  return groupingSeparator === "" || !(size > 0)
    ? localized
    : grouped([...localized], size).join(groupingSeparator);
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

function grouped(digits: readonly string[], size: number): readonly string[] {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= size)
    groups.push(digits.slice(Math.max(0, end - size), end).join(""));
  return groups.reverse();
}
