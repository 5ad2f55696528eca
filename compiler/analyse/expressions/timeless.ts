import { functions } from "../../constructs/functions/index.js";
import { someExpression } from "../../syntax/visit-expression.js";
import type { Expression } from "../../syntax/xpath.js";

/** Tells whether an expression always yields the same result for the same node at the same position. */
export function isTimeless(expression: Expression): boolean {
  return !someExpression(
    expression,
    (one) => one.kind === "variable" || (one.kind === "call" && !isTimelessCall(one.name)),
  );
}

function isTimelessCall(name: string): boolean {
  const reads = functions.get(name)?.reads;
  return reads === "arguments" || reads === "focus";
}
