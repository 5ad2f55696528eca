import { exactNumber, readJsonOr } from "../data/json/long-integers.js";
import { type JsonValue, setMember } from "../data/model/values.js";
import type { ArrayType, ObjectType, TextType } from "./contract.js";

/**
 * The value that the texts of a parameter stand for. A text that is no number stays a text, which the schema then
 * refuses.
 */
export function textValue(type: TextType, texts: readonly string[]): JsonValue {
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
      return type.kind === "array" ? arrayValue(type, texts) : objectValue(type, text);
  }
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

function arrayValue({ items, separator }: ArrayType, texts: readonly string[]): JsonValue {
  const parts = separator === undefined ? texts : split(texts.at(-1) ?? "", separator);
  return parts.map((part) => textValue(items, [part]));
}

function split(text: string, separator: string): readonly string[] {
  return text === "" ? [] : text.split(separator);
}

/** Reads an object that is in one text: `a,1,b,2` or `a=1,b=2`. */
function objectValue({ members, layout }: ObjectType, text: string): JsonValue {
  if (typeof layout === "string") return text;
  return membersValue(members, new Map(objectPairs(layout, text).map(([name, value]) => [name, [value]])));
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
): JsonValue {
  const types = new Map(members);
  const object: Record<string, JsonValue> = {};
  for (const [name, own] of texts) setMember(object, name, textValue(types.get(name) ?? "string", own));
  return object;
}
