import { functions } from "../functions/index.js";
import type { TemplateExpression } from "../syntax/template.js";
import type { Expression } from "../syntax/xpath.js";

/** What is known of a value before running: one of XPath 1.0's four types, or nothing. */
export type StaticType = "string" | "number" | "boolean" | "nodes" | "any";

/** The type of an expression as its form tells; a variable can hold anything. */
export function staticType(expression: Expression): StaticType {
  switch (expression.kind) {
    case "literal":
      return "string";
    case "number":
    case "negate":
      return "number";
    case "variable":
      return "any";
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
export function templateType({ operands }: TemplateExpression): StaticType {
  const types = new Set(operands.map(staticType));
  const [only] = types;
  return types.size === 1 && only !== undefined ? only : "any";
}
