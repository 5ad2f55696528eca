import { maxNodes } from "../base/tree-limits.js";
import { type JsonValue, Selection, setMember } from "../data/model/values.js";
import { plainValue } from "./plain-value.js";

/**
 * A value of a handler as JSON, by the rules of `JSON.stringify` (ECMA-262 §25.5.2): what JSON does not have is left out, and
 * `null` in arrays. Plain data stays the same object.
 * @throws TypeError if it nests too deep, or contains itself
 */
export function jsonData(value: unknown): JsonValue {
  if (isJson(value)) return value;
  try {
    return copied(value) ?? null;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new TypeError("The data nests too deep, or contains itself.");
  }
}

/**
 * `JSON.stringify` asks values for this (ECMA-262 §25.5.2), and what a handler answers goes to it unseen: to look for nodes in all
 * data before would take as long as to write it. Flows make plain data of nodes themselves.
 */
Object.defineProperty(Selection.prototype, "toJSON", {
  configurable: true,
  value(this: Selection) {
    return jsonData(this);
  },
});

/** Tells whether a value is JSON as it is. It has a bound, since data may contain itself. */
function isJson(top: unknown): top is JsonValue {
  const pending = [top];
  for (let count = 0; pending.length > 0; count++) {
    const value = pending.pop();
    if (count > maxNodes || !isPlain(value)) return false;
    if (typeof value !== "object" || value === null) continue;
    if (Array.isArray(value)) for (const item of value) pending.push(item);
    else for (const name in value) pending.push((value as Record<string, unknown>)[name]);
  }
  return true;
}

/** The same without what is inside. */
function isPlain(value: unknown): boolean {
  switch (typeof value) {
    case "string":
    case "boolean":
    case "bigint":
      return true;
    case "number":
      return Number.isFinite(value);
    case "object": {
      if (value === null || Array.isArray(value)) return true;
      const prototype: unknown = Object.getPrototypeOf(value);
      const hasOwnForm = typeof (value as { readonly toJSON?: unknown }).toJSON === "function";
      return (prototype === Object.prototype || prototype === null) && !hasOwnForm;
    }
    default:
      return false;
  }
}

/** `undefined` for what JSON leaves out. */
function copied(value: unknown): JsonValue | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "object" || value === null) return isPlain(value) ? (value as JsonValue) : undefined;
  if (Array.isArray(value)) return Array.from(value, (item) => copied(item) ?? null);
  if (value instanceof Selection) {
    const plain = plainValue(value);
    return plain instanceof Selection ? plain.toJson() : copied(plain);
  }
  const { toJSON } = value as { readonly toJSON?: unknown };
  if (typeof toJSON === "function") return copied(toJSON.call(value, ""));
  const members: Record<string, JsonValue> = {};
  for (const name of Object.keys(value)) {
    const made = copied((value as Record<string, unknown>)[name]);
    if (made !== undefined) setMember(members, name, made);
  }
  return members;
}
