import { functions } from "../../constructs/functions/index.js";
import type { StaticType } from "../../syntax/static-type.js";
import type { Expression } from "../../syntax/xpath.js";

/** Tells whether an expression does nothing but convert its argument to a type. */
export function isConversion(expression: Expression, type: StaticType): boolean {
  const definition = expression.kind === "call" ? functions.get(expression.name) : undefined;
  return definition?.operation === "conversion" && definition.returns === type;
}

/** The argument of `not()` and of `boolean()`. */
export function converted(
  condition: Expression,
): { readonly operand: Expression; readonly isNegated: boolean } | undefined {
  if (condition.kind !== "call") return undefined;
  const isNegated = functions.get(condition.name)?.operation === "negation";
  const [operand] = condition.arguments;
  return operand !== undefined && (isNegated || isConversion(condition, "boolean"))
    ? { operand, isNegated }
    : undefined;
}
