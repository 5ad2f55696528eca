import { exactNumber, readJsonOr } from "../data/json/long-integers.js";
import { type JsonValue, setMember } from "../data/model/values.js";
import type { ArrayType, ChoiceType, ObjectType, TextType } from "./contract.js";

/**
 * The value that the texts of a parameter stand for. A text that is no number stays a text, which the schema then
 * refuses.
 * @param reading which of the readings where a type leaves a choice, from 0; one beyond the last is the last
 */
export function textValue(type: TextType, texts: readonly string[], reading = 0): JsonValue {
  const text = texts.at(-1) ?? "";
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
      return type.kind === "array" ? arrayValue(type, texts, reading) : objectValue(type, text, reading);
  }
}

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
function chosenValue({ of: types }: ChoiceType, texts: readonly string[], reading: number): JsonValue {
  let value: JsonValue = texts.at(-1) ?? "";
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

function arrayValue({ items, separator }: ArrayType, texts: readonly string[], reading: number): JsonValue {
  const parts = separator === undefined ? texts : split(texts.at(-1) ?? "", separator);
  return parts.map((part) => textValue(items, [part], reading));
}

function split(text: string, separator: string): readonly string[] {
  return text === "" ? [] : text.split(separator);
}

/** Reads an object that is in one text: `a,1,b,2` or `a=1,b=2`. */
function objectValue({ members, layout }: ObjectType, text: string, reading: number): JsonValue {
  if (typeof layout === "string") return text;
  const pairs = objectPairs(layout, text);
  return membersValue(members, new Map(pairs.map(([name, value]) => [name, [value]])), reading);
}

/** The names and values in the text of such an object. */
export function objectPairs(
  layout: Exclude<ObjectType["layout"], string>,
  text: string,
): readonly (readonly [name: string, value: string])[] {
  const parts = split(text, layout.separator);
  if (layout.hasEquals)
    return parts.map((part) => {
      const equals = part.indexOf("=");
      return equals < 0 ? [part, ""] : [part.slice(0, equals), part.slice(equals + 1)];
    });
  return Array.from({ length: Math.ceil(parts.length / 2) }, (_, at) => [
    parts[2 * at] ?? "",
    parts[2 * at + 1] ?? "",
  ]);
}

/** An object whose members have texts of their own. */
export function membersValue(
  members: ObjectType["members"],
  texts: ReadonlyMap<string, readonly string[]>,
  reading = 0,
): JsonValue {
  const types = new Map(members);
  const object: Record<string, JsonValue> = {};
  for (const [name, own] of texts)
    setMember(object, name, textValue(types.get(name) ?? "string", own, reading));
  return object;
}
