import type { VariableReference } from "./xpath.js";

/** The type of a value, as far as it is known at build time: one of XPath 1.0's four types, or `any`. */
export type StaticType = "string" | "number" | "boolean" | "nodes" | "any";

/** Returns the type of a variable at the place where it is read. */
export type VariableTypes = (variable: VariableReference) => StaticType;

/** Types where nothing is known of any variable. */
export const anyType: VariableTypes = () => "any";

/** The type of a value that has one type or the other. */
export function commonType(a: StaticType, b: StaticType): StaticType {
  return a === b ? a : "any";
}

export function isPrimitive(type: StaticType): boolean {
  return type === "string" || type === "number" || type === "boolean";
}
