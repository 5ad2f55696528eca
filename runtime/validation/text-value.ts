import { decodeLiteral, decodePercent } from "../base/percent-decode.js";
import { exactNumber, readJsonOr } from "../data/json/long-integers.js";
import { type JsonValue, setMember } from "../data/model/values.js";
import type { Field } from "../http/fields.js";
import type { ArrayType, ChoiceType, ObjectType, TextType } from "./contract.js";

/** A text of a parameter, decoded, and as it was sent. */
export type SentText = Pick<Field, "value" | "encoded">;

/**
 * The value that the texts of a parameter stand for. A text that is no number stays a text, which the schema then
 * refuses.
 * @param reading which of the readings where a type leaves a choice, from 0; one beyond the last is the last
 */
export function textValue(type: TextType, texts: readonly SentText[], reading = 0): JsonValue {
  const last = texts.at(-1) ?? noText;
  const text = last.value;
  switch (type) {
    case "string":
    case "file":
      return text;
    case "integer":
      return numberValue(text, integer);
    case "number":
      return numberValue(text, number);
    case "boolean":
      return text === "true" ? true : text === "false" ? false : text;
    case "json":
      return readJsonOr(text, text);
    default:
      if (type.kind === "choice") return chosenValue(type, texts, reading);
      return type.kind === "array" ? arrayValue(type, texts, reading) : objectValue(type, last, reading);
  }
}

const noText: SentText = { value: "" };

/** The number of ways in which texts of a type may be read. */
export function readings(type: TextType): number {
  if (typeof type === "string") return 1;
  if (type.kind === "choice") return Math.max(type.of.length, ...type.of.map(readings));
  return type.kind === "array" ? readings(type.items) : readingsOf(type.members);
}

/** The number of ways in which members may be read. */
export function readingsOf(members: ObjectType["members"]): number {
  let most = 1;
  for (const [, type] of members) most = Math.max(most, readings(type));
  return most;
}

/** True of a type whose items are fields of their own. */
export function takesMany(type: TextType): boolean {
  if (typeof type === "string") return false;
  if (type.kind === "choice") return type.of.some(takesMany);
  return type.kind === "array" && type.separator === undefined;
}

/** Reads a text as one of the types that can be read from it. Several texts are a list, or nothing. */
function chosenValue({ of: types }: ChoiceType, texts: readonly SentText[], reading: number): JsonValue {
  let value: JsonValue = (texts.at(-1) ?? noText).value;
  let left = reading;
  for (const type of types) {
    if (texts.length > 1 && !takesMany(type)) continue;
    const read = textValue(type, texts, reading);
    if (typeof read === "string" && type !== "string") continue;
    value = read;
    if (left-- === 0) break;
  }
  return value;
}

/**
 * A number as JSON writes it (RFC 8259 §6). Readers differ about other ways to write one: `010` is 8 to some, `+5` is
 * no number to XPath, and some integers end where the exponent begins.
 */
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const integer = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

function numberValue(text: string, syntax: RegExp): JsonValue {
  const value = syntax.test(text) ? exactNumber(text) : Number.NaN;
  return Math.abs(Number(value)) < Number.POSITIVE_INFINITY ? value : text;
}

function arrayValue({ items, separator }: ArrayType, texts: readonly SentText[], reading: number): JsonValue {
  const parts = separator === undefined ? texts : split(texts.at(-1) ?? noText, separator);
  return parts.map((part) => textValue(items, [part], reading));
}

/**
 * The parts of a text. It is split before it is decoded, so that a comma in a value, which is encoded, delimits nothing
 * (RFC 6570 §3.2.1). Spaces, tabs and bars are no delimiters in URLs, and are always encoded there.
 */
function split(text: SentText, separator: string): readonly SentText[] {
  const whole = splittable(text);
  return whole === "" ? [] : whole.split(separator).map((part) => partOf(text, part));
}

function splittable({ value, encoded }: SentText): string {
  return encoded === undefined ? value : decodeLiteral(encoded);
}

function partOf({ encoded }: SentText, part: string): SentText {
  return encoded === undefined ? { value: part } : { value: decodePercent(part), encoded: part };
}

/** The text behind what the style of the parameter demands before it; `undefined` if that is missing. */
export function withoutPrefix(text: SentText, prefix: string): SentText | undefined {
  const whole = splittable(text);
  return whole.startsWith(prefix) ? partOf(text, whole.slice(prefix.length)) : undefined;
}

/** Reads an object that is in one text: `a,1,b,2` or `a=1,b=2`. */
function objectValue({ members, layout }: ObjectType, text: SentText, reading: number): JsonValue {
  if (typeof layout === "string") return text.value;
  const pairs = objectPairs(layout, text);
  return membersValue(members, new Map(pairs.map(([name, value]) => [name, [value]])), reading);
}

/** The names and values in the text of such an object. */
export function objectPairs(
  layout: Exclude<ObjectType["layout"], string>,
  text: SentText,
): readonly (readonly [name: string, value: SentText])[] {
  const parts = split(text, layout.separator);
  if (layout.hasEquals)
    return parts.map((part) => {
      const whole = splittable(part);
      const equals = whole.indexOf("=");
      if (equals < 0) return [part.value, noText];
      return [partOf(part, whole.slice(0, equals)).value, partOf(part, whole.slice(equals + 1))];
    });
  return Array.from({ length: Math.ceil(parts.length / 2) }, (_, at) => [
    parts[2 * at]?.value ?? "",
    parts[2 * at + 1] ?? noText,
  ]);
}

/** An object whose members have texts of their own. */
export function membersValue(
  members: ObjectType["members"],
  texts: ReadonlyMap<string, readonly SentText[]>,
  reading = 0,
): JsonValue {
  const types = new Map(members);
  const object: Record<string, JsonValue> = {};
  for (const [name, own] of texts)
    setMember(object, name, textValue(types.get(name) ?? "string", own, reading));
  return object;
}
