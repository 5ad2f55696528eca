import { type Found, isArray, type JsonValue, Selection, type Value } from "../data-model/values.js";
import type { ShownValue } from "./format.js";
import type { Masks } from "./masks.js";

/** How many characters of a value are kept. */
export const maxValue = 16_384;

/** A value as it is kept. */
export function shownValue(value: Found | Value, masks: Masks, limit = maxValue): ShownValue {
  if (value === undefined) return { type: "empty", text: "" };
  const json = value instanceof Selection ? value.toJson() : value;
  if (typeof json === "string")
    return { type: "string", ...cut(masks.masked(json.slice(0, limit + 1)), limit, json.length) };
  if (json === null) return { type: "null", text: "null" };
  if (typeof json === "number" || typeof json === "boolean")
    return { type: typeof json === "number" ? "number" : "boolean", text: String(json) };
  const text = JSON.stringify(masked(json, masks)) ?? "";
  return { type: "json", ...cut(masks.masked(text), limit, text.length) };
}

function masked(value: JsonValue, masks: Masks): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (isArray(value)) return value.map((each) => masked(each, masks));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      masks.isSecret(name) ? masks.hidden(typeof each === "string" ? each : "") : masked(each, masks),
    ]),
  );
}

function cut(text: string, limit: number, length: number): Pick<ShownValue, "text" | "cutFrom"> {
  return text.length <= limit ? { text } : { text: text.slice(0, limit), cutFrom: length };
}
