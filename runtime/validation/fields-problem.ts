import { hasDuplicateMembers } from "../data/json/duplicate-members.js";
import type { JsonValue } from "../data/model/values.js";
import type { Field } from "../http/fields.js";
import type { TextType } from "./contract.js";
import { objectPairs, type SentText, takesMany, withoutPrefix } from "./text-value.js";

/** A problem with fields that violate no schema, but must not pass all the same. */
export interface Problem {
  readonly keyword: "duplicate" | "encoding" | "type";
  /** The words of the message after the name of the parameter. */
  readonly text: string;
}

export const duplicateProblem: Problem = { keyword: "duplicate", text: "is there more than once." };
export const encodingProblem: Problem = { keyword: "encoding", text: "is not encoded as it should be." };
const fileProblem: Problem = { keyword: "type", text: "must be no file." };

/**
 * Why the fields with one name are not the one value that is checked: another reader may take another one of them, or
 * may read it in another way.
 * @param takesFile true if the parameter may be a file
 * @param prefix what the style of the parameter demands before each value
 */
export function fieldsProblem(
  type: TextType,
  fields: readonly Field[],
  takesFile: boolean,
  prefix = "",
): Problem | undefined {
  if (fields.length > 1 && !takesMany(type)) return duplicateProblem;
  for (const field of fields) {
    const { isFile, isUnclear } = field;
    if (isUnclear) return encodingProblem;
    if (isFile && !takesFile) return fileProblem;
    const text = prefix === "" ? field : withoutPrefix(field, prefix);
    if (text === undefined) return encodingProblem;
    if (repeatsMembers(type, text)) return duplicateProblem;
  }
  return undefined;
}

/** @param own the fields of the object's members, by name */
export function membersProblem(
  members: readonly (readonly [name: string, type: TextType])[],
  own: ReadonlyMap<string, readonly Field[]>,
  takesFile: boolean,
): Problem | undefined {
  const types = new Map(members);
  for (const [name, fields] of own) {
    const found = fieldsProblem(types.get(name) ?? "string", fields, takesFile);
    if (found !== undefined) return found;
  }
  return undefined;
}

function repeatsMembers(type: TextType, text: SentText): boolean {
  if (type === "json") return repeatsJson(text.value);
  if (typeof type === "string" || type.kind !== "object" || typeof type.layout === "string") return false;
  const pairs = objectPairs(type.layout, text);
  return new Set(pairs.map(([name]) => name)).size < pairs.length;
}

function repeatsJson(text: string): boolean {
  try {
    return hasDuplicateMembers(text, JSON.parse(text) as JsonValue);
  } catch {
    return false; // a text that is no JSON is just a text
  }
}
