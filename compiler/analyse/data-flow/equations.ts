import { walkExpression } from "../../syntax/visit-expression.js";
import type { Expression } from "../../syntax/xpath.js";
import { converted } from "../expressions/converted.js";
import { type Slot, slotRead, variableSlot } from "./slots.js";

/**
 * The variables that a condition compares with a constant. If it is true (`=`) or false (`!=`), TypeScript
 * narrows the type of the variable to that constant, and refuses to compare it with another one.
 */
export function equations(condition: Expression, operator: "=" | "!="): readonly Slot[] {
  switch (condition.kind) {
    case "binary":
      if (condition.operator === "and" || condition.operator === "or")
        return [...equations(condition.left, operator), ...equations(condition.right, operator)];
      return condition.operator === operator ? equated(condition.left, condition.right) : [];
    case "call": {
      const inner = converted(condition);
      return inner === undefined
        ? []
        : equations(inner.operand, inner.isNegated ? opposite[operator] : operator);
    }
    default:
      return [];
  }
}

const opposite = { "=": "!=", "!=": "=" } as const;

function equated(left: Expression, right: Expression): readonly Slot[] {
  for (const [variable, constant] of [
    [left, right],
    [right, left],
  ] as const) {
    if (variable.kind === "variable" && (constant.kind === "literal" || constant.kind === "number"))
      return [variableSlot(variable.name)];
  }
  return [];
}

/**
 * The parts of an expression that only run after an earlier operand of `and` or `or` has compared them with a
 * constant.
 */
export function behindEquations(expression: Expression): ReadonlySet<Expression> {
  const found = new Set<Expression>();
  walkExpression(expression, (inner) => {
    if (inner.kind !== "binary" || (inner.operator !== "and" && inner.operator !== "or")) return;
    const slots = new Set(equations(inner.left, inner.operator === "and" ? "=" : "!="));
    if (slots.size === 0) return;
    walkExpression(inner.right, (right) => {
      const slot = slotRead(right);
      if (slot !== undefined && slots.has(slot)) found.add(right);
    });
  });
  return found;
}
