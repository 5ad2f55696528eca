import { parseNumber, stringValue } from "../model/string-value.js";
import { type Found, type JsonValue, Selection, type Value } from "../model/values.js";

/** XPath 1.0 §4.2 string(): the string-value of the first node, or the primitive as text. */
export function string(value: Found): string {
  if (typeof value === "string") return value;
  if (value === undefined) return "";
  return value instanceof Selection ? value.toText() : stringValue(value);
}

/** XPath 1.0 §4.4 number() of a node-set. A node over JSON's `true` has the string-value "true", which is no number. */
export function number(nodes: Found): number {
  // The string-value of -0 is "0", so its number is 0. Adding zero takes the sign away.
  return typeof nodes === "number" ? nodes + 0 : parseNumber(string(nodes));
}

/** XPath 1.0 §4.4 number() of what an expression yields: the boolean true is 1. */
export function toNumber(value: Value): number {
  return typeof value === "boolean" || typeof value === "number" ? Number(value) : number(value);
}

/** XPath 1.0 §4.3 boolean() of a node-set: whether it has a node. */
export function exists(nodes: Found): boolean {
  if (typeof nodes !== "object") return nodes !== undefined;
  return nodes instanceof Selection ? nodes.size > 0 : true;
}

/** XPath 1.0 §4.3 boolean() of what an expression yields. */
export function toBoolean(value: Value): boolean {
  switch (typeof value) {
    case "string":
      return value !== "";
    case "number":
      return value !== 0 && !Number.isNaN(value);
    case "boolean":
      return value;
    default:
      return exists(value);
  }
}

/** XPath 1.0 §2.4: whether a predicate's value keeps the node at that position. */
export function holds(value: Value, position: number): boolean {
  return typeof value === "number" ? value === position : toBoolean(value);
}

/** The first node as JSON; `null` for the empty node-set and for a number that JSON cannot hold. */
export function json(value: Found): JsonValue {
  // Generated code calls this most often, and mostly with primitives; they come first.
  if (typeof value === "string") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  return value instanceof Selection ? value.toJson() : (value ?? null);
}
