import { functions } from "../../constructs/functions/index.js";
import { commonType, type StaticType, type VariableTypes } from "../../syntax/static-type.js";
import type { TemplateExpression } from "../../syntax/template.js";
import type { Expression } from "../../syntax/xpath.js";

/** The type of an expression, by its form and by the types of its variables. */
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

/** The common type of all operands of `??`. */
export function templateType({ operands }: TemplateExpression, variables: VariableTypes): StaticType {
  return operands.map((operand) => staticType(operand, variables)).reduce(commonType);
}
