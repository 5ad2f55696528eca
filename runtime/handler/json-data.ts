import { maxDepth } from "../base/tree-limits.js";
import { type JsonValue, Selection, setMember } from "../data/model/values.js";
import { plainValue } from "./plain-value.js";

/**
 * A value of a handler as JSON, by the rules of `JSON.stringify` (ECMA-262 §25.5.2): what JSON does not have is left out, and
 * `null` in arrays. Plain data stays the same object.
 * @throws TypeError if it nests deeper than JSON may, or contains itself
 */
export function jsonData(value: unknown): JsonValue {
  return converted(value, 0) ?? null;
}

function converted(value: unknown, depth: number): JsonValue | undefined {
  switch (typeof value) {
    case "string":
    case "boolean":
    case "bigint":
      return value;
    case "number":
      return Number.isFinite(value) ? value : null;
    case "object":
      return value === null ? null : convertedObject(value, depth + 1);
    default:
      return undefined;
  }
}

function convertedObject(value: object, depth: number): JsonValue | undefined {
  if (depth > maxDepth)
    throw new TypeError(`The data nests deeper than ${maxDepth} levels, or contains itself.`);
  if (Array.isArray(value)) return convertedArray(value, depth);
  if (value instanceof Selection) {
    const plain = plainValue(value);
    return plain instanceof Selection ? plain.toJson() : converted(plain, depth);
  }
  const { toJSON } = value as { readonly toJSON?: unknown };
  if (typeof toJSON === "function") return converted(toJSON.call(value, ""), depth);
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === Object.prototype || prototype === null;
  return convertedMembers(value as Record<string, unknown>, isPlain, depth);
}

function convertedArray(items: readonly unknown[], depth: number): JsonValue {
  let changed: JsonValue[] | undefined;
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    const made = converted(item, depth) ?? null;
    if (changed === undefined && made !== item) changed = items.slice(0, index) as JsonValue[];
    changed?.push(made);
  }
  return changed ?? (items as readonly JsonValue[]);
}

function convertedMembers(object: Record<string, unknown>, isPlain: boolean, depth: number): JsonValue {
  const names = Object.keys(object);
  let changed = isPlain ? undefined : ({} as Record<string, JsonValue>);
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string;
    const value = object[name];
    const made = converted(value, depth);
    if (changed === undefined && (made !== value || made === undefined)) {
      changed = {};
      for (const before of names.slice(0, index)) setMember(changed, before, object[before] as JsonValue);
    }
    if (changed !== undefined && made !== undefined) setMember(changed, name, made);
  }
  return changed ?? (object as JsonValue);
}
