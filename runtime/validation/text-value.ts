import { type JsonValue, setMember } from "../values.js";
import type { ArrayType, ObjectType, TextType } from "./contract.js";

/** The value that the texts of a parameter stand for. What is no number stays a text, which its schema then refuses. */
export const textValue = (type: TextType, texts: readonly string[]): JsonValue => {
  const text = texts.at(-1) ?? "";
  switch (type) {
    case "string":
    case "file":
      return text;
    case "integer":
    case "number":
      return numberValue(text);
    case "boolean":
      return text === "true" ? true : text === "false" ? false : text;
    case "json":
      return jsonValue(text);
    default:
      return type.kind === "array" ? arrayValue(type, texts) : objectValue(type, text);
  }
};

/** RFC 8259 §6, but with leading zeros and a plus sign too, which nobody could mean in another way. */
const number = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

const numberValue = (text: string): JsonValue => {
  const value = number.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : text;
};

const jsonValue = (text: string): JsonValue => {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
};

const arrayValue = ({ items, separator }: ArrayType, texts: readonly string[]): JsonValue => {
  const parts = separator === undefined ? texts : split(texts.at(-1) ?? "", separator);
  return parts.map((part) => textValue(items, [part]));
};

const split = (text: string, separator: string): readonly string[] =>
  text === "" ? [] : text.split(separator);

/** Objects in one text: `a,1,b,2` or `a=1,b=2`. */
const objectValue = ({ members, layout }: ObjectType, text: string): JsonValue => {
  if (typeof layout === "string") return text;
  const parts = split(text, layout.separator);
  const pairs = layout.hasEquals
    ? parts.map((part) => {
        const equals = part.indexOf("=");
        return equals < 0 ? [part, ""] : [part.slice(0, equals), part.slice(equals + 1)];
      })
    : Array.from({ length: Math.ceil(parts.length / 2) }, (_, at) => parts.slice(2 * at, 2 * at + 2));
  return membersValue(members, new Map(pairs.map(([name = "", value = ""]) => [name, [value]])));
};

/** An object of which each member has texts of its own. */
export const membersValue = (
  members: ObjectType["members"],
  texts: ReadonlyMap<string, readonly string[]>,
): JsonValue => {
  const types = new Map(members);
  const object: Record<string, JsonValue> = {};
  for (const [name, own] of texts) setMember(object, name, textValue(types.get(name) ?? "string", own));
  return object;
};
