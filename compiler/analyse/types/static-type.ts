import { functions } from "../../constructs/functions/index.js";
import type { TemplateExpression } from "../../syntax/template.js";
import type { Expression, VariableReference } from "../../syntax/xpath.js";

/** What is known of a value before running: one of XPath 1.0's four types, or nothing. */
export type StaticType = "string" | "number" | "boolean" | "nodes" | "any";

/** What is known of a variable at the place where it is read. */
export type VariableTypes = (variable: VariableReference) => StaticType;

/** Nothing is known of any variable. */
export const anyType: VariableTypes = () => "any";

/** What is known where a value is of one type or the other. */
export const commonType = (a: StaticType, b: StaticType): StaticType => (a === b ? a : "any");

export const isPrimitive = (type: StaticType): boolean =>
  type === "string" || type === "number" || type === "boolean";

/** The type of an expression as its form tells, and as what is known of its variables. */
export function staticType(expression: Expression, variables: VariableTypes): StaticType {
  switch (expression.kind) {
    case "literal":
      return "string";
    case "number":
    case "negate":
      return "number";
    case "variable":
      return variables(expression);
    case "path":
    case "filter":
      return "nodes";
    case "call":
      return functions.get(expression.name)?.returns ?? "any";
    case "binary":
      switch (expression.operator) {
        case "+":
        case "-":
        case "*":
        case "div":
        case "mod":
          return "number";
        case "|":
          return "nodes";
        default:
          return "boolean";
      }
    default:
      return expression satisfies never;
  }
}

/** The common type of the operands of `??`. */
export function templateType({ operands }: TemplateExpression, variables: VariableTypes): StaticType {
  return operands.map((operand) => staticType(operand, variables)).reduce(commonType);
}
