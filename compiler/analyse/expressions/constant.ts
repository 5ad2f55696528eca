import { compare as compareValues } from "../../../runtime/data/xpath/compare.js";
import { functions } from "../../constructs/functions/index.js";
import { type Expression, isComparison } from "../../syntax/xpath.js";

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
      return functions.get(expression.name)?.value;
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
