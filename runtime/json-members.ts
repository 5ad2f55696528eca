import { isArray, type JsonValue } from "./values.js";

/**
 * Whether some object of a JSON text has two members of one name, of which a parser keeps one and another parser another
 * one. Compares how many members are written with how many there are, in one pass over each.
 * @param bytes JSON in UTF-8 @param value what it was parsed to
 */
export const hasDuplicateMembers = (bytes: Uint8Array, value: JsonValue): boolean =>
  membersWritten(bytes) !== membersOf(value);

const quote = 34;
const colon = 58;
const backslash = 92;

/** Colons outside of strings. */
const membersWritten = (bytes: Uint8Array): number => {
  let members = 0;
  const { length } = bytes;
  for (let at = 0; at < length; at++) {
    const byte = bytes[at];
    if (byte === colon) members++;
    else if (byte === quote) {
      at++;
      for (let inside = bytes[at]; inside !== quote && at < length; inside = bytes[++at]) {
        if (inside === backslash) at++;
      }
    }
  }
  return members;
};

/** With a stack of its own: a recursion would need as much as the sender likes. */
const membersOf = (value: JsonValue): number => {
  if (typeof value !== "object" || value === null) return 0;
  let members = 0;
  const open: object[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const values: readonly JsonValue[] = isArray(next) ? next : Object.values(next);
    if (!isArray(next)) members += values.length;
    for (const each of values) if (typeof each === "object" && each !== null) open.push(each);
  }
  return members;
};
