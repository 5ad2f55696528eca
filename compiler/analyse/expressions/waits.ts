import { functions } from "../../constructs/functions/index.js";
import { someExpression } from "../../syntax/visit-expression.js";
import type { Expression } from "../../syntax/xpath.js";

/** Whether evaluating an expression may have to wait, because it calls a function that is asynchronous. */
export function waits(expression: Expression): boolean {
  return someExpression(
    expression,
    (inner) => inner.kind === "call" && functions.get(inner.name)?.awaits === true,
  );
}
