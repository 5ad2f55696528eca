import { isObject, type JsonValue } from "../../../runtime/data/model/values.js";

/** A member of an object; `undefined` for any other value, and for what it only inherits. */
export function memberOf(json: JsonValue | undefined, name: string): JsonValue | undefined {
  return isObject(json) && Object.hasOwn(json, name) ? json[name] : undefined;
}

export function entriesOf(json: JsonValue | undefined): readonly (readonly [string, JsonValue])[] {
  return isObject(json) ? Object.entries(json) : [];
}

export function itemsOf(json: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(json) ? json : [];
}

export function textOf(json: JsonValue | undefined, name: string): string | undefined {
  const text = memberOf(json, name);
  return typeof text === "string" ? text : undefined;
}
