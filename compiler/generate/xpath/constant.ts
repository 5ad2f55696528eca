import { compare as compareValues } from "../../../runtime/xpath/compare.js";
import type { Expression } from "../../syntax/xpath.js";
import { isComparison } from "./comparison.js";

/** The value of an expression that is the same on every run, as far as its form shows it at once. */
export function constant(expression: Expression): string | number | boolean | undefined {
  switch (expression.kind) {
    case "literal":
    case "number":
      return expression.value;
    case "negate": {
      const value = constant(expression.operand);
      return typeof value === "number" ? -value : undefined;
    }
    case "call":
      if (expression.arguments.length > 0) return undefined;
      return expression.name === "true" ? true : expression.name === "false" ? false : undefined;
    case "binary": {
      if (!isComparison(expression.operator)) return undefined;
      const left = constant(expression.left);
      const right = constant(expression.right);
      return left === undefined || right === undefined
        ? undefined
        : compareValues(left, expression.operator, right);
    }
    default:
      return undefined;
  }
}
