import type { VariableReference } from "./xpath.js";

/** What is known of a value before running: one of XPath 1.0's four types, or nothing. */
export type StaticType = "string" | "number" | "boolean" | "nodes" | "any";

/** What is known of a variable at the place where it is read. */
export type VariableTypes = (variable: VariableReference) => StaticType;

/** Nothing is known of any variable. */
export const anyType: VariableTypes = () => "any";

/** What is known where a value is of one type or the other. */
export function commonType(a: StaticType, b: StaticType): StaticType {
  return a === b ? a : "any";
}

export function isPrimitive(type: StaticType): boolean {
  return type === "string" || type === "number" || type === "boolean";
}
