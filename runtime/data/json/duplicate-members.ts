import { isArray, type JsonObject, type JsonValue } from "../model/values.js";

/**
 * Returns true if some object of a JSON text has two members with one name; parsers differ in which one they
 * keep. It compares how many members are written with how many were parsed, in one pass over each.
 * @param text JSON
 * @param value the result of parsing the text
 */
export function hasDuplicateMembers(text: string, value: JsonValue): boolean {
  const members = membersOf(value);
  // Most texts have no colons in strings. Then it is enough to count all colons, in a fraction of the time.
  return colonsIn(text) !== members && membersWritten(text) !== members;
}

function colonsIn(text: string): number {
  let colons = 0;
  for (let at = text.indexOf(":"); at >= 0; at = text.indexOf(":", at + 1)) colons++;
  return colons;
}

const quote = 34;
const colon = 58;
const backslash = 92;

/** Colons outside of strings. */
function membersWritten(text: string): number {
  let members = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === quote) isInString = !isInString;
    else if (unit === backslash) at++;
    else if (unit === colon && !isInString) members++;
  }
  return members;
}

/** Uses a stack of its own: a recursion would go as deep as the sender likes. */
function membersOf(value: JsonValue): number {
  if (typeof value !== "object" || value === null) return 0;
  let members = 0;
  const open: (JsonObject | readonly JsonValue[])[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isArray(next)) {
      for (const item of next) if (typeof item === "object" && item !== null) open.push(item);
      continue;
    }
    // `for … in` visits inherited members, too, but JSON inherits none that it visits.
    for (const name in next) {
      members++;
      const member = next[name];
      if (typeof member === "object" && member !== null) open.push(member);
    }
  }
  return members;
}
