/** JSON that somebody may have sent: an object as `JSON.parse` makes it, or a map where names come from outside. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | JsonMembers
  | { readonly [name: string]: Json };

type JsonMembers = ReadonlyMap<string, Json>;

/** Columns of a line. */
const width = 100;

/** Deeper JSON is not read by anybody; it goes to a file as it is. */
const maxDepth = 20;

/** Longer JSON is not looked into. */
const maxLength = 200_000;

/**
 * JSON for the template of a test: on one line if that fits, otherwise with a line for each member.
 * @param column where it begins
 */
export function jsonText(value: Json, column = 0): string {
  const flat = flatText(value);
  if (column + flat.length <= width || typeof value !== "object" || value === null) return flat;
  const indent = " ".repeat(column + 2);
  const [open, close, items] = isList(value)
    ? ["[", "]", value.map((item) => jsonText(item, column + 2))]
    : [
        "{",
        "}",
        membersOf(value).map(([name, member]) => `${stringText(name)}: ${jsonText(member, column + 2)}`),
      ];
  return `${open}\n${items.map((item) => indent + item).join(",\n")}\n${" ".repeat(column)}${close}`;
}

function flatText(value: Json): string {
  if (typeof value === "string") return stringText(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const items = isList(value)
    ? value.map(flatText)
    : membersOf(value).map(([name, member]) => `${stringText(name)}: ${flatText(member)}`);
  const [open, close] = isList(value) ? "[]" : "{}";
  return items.length === 0 ? `${open}${close}` : `${open} ${items.join(", ")} ${close}`;
}

export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

export function membersOf(
  value: JsonMembers | { readonly [name: string]: Json },
): readonly (readonly [string, Json])[] {
  return value instanceof Map ? [...value] : Object.entries(value);
}

/**
 * A string of JSON that no command of a template begins in, and that looks like what it is: what XML does not have, and
 * what no reader sees, such as marks that turn the direction of writing, is written as an escape.
 */
function stringText(text: string): string {
  return JSON.stringify(text)
    .replaceAll("{{", "{\\u007b")
    .replace(/[\x7f-\xa0\xad\u061c\u2000-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff9-\uffff]/g, escaped);
}

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * The value of JSON that says the same when it is written again; `undefined` for a text that is no JSON, is very long
 * or deep, or has numbers that JavaScript does not keep, or a name twice.
 */
export function plainJson(text: string): Json | undefined {
  if (text.length > maxLength || depthOf(text) > maxDepth) return undefined;
  try {
    const value = JSON.parse(text) as Json;
    return JSON.stringify(value) === compact(text) ? value : undefined;
  } catch {
    return undefined;
  }
}

const strings = /"[^"\\]*(?:\\.[^"\\]*)*"/g;

/** JSON without white space, its strings as JavaScript writes them. */
function compact(text: string): string {
  let result = "";
  let end = 0;
  for (const { 0: found, index } of text.matchAll(strings)) {
    result += text.slice(end, index).replace(/\s+/g, "") + JSON.stringify(JSON.parse(found));
    end = index + found.length;
  }
  return result + text.slice(end).replace(/\s+/g, "");
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of text.replace(strings, "").replace(/[^[\]{}]+/g, ""))
    if (character === "[" || character === "{") deepest = Math.max(deepest, ++depth);
    else depth--;
  return deepest;
}
