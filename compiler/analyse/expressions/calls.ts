import { locationOf } from "../../constructs/function-parts/document-argument.js";
import { functions } from "../../constructs/functions/index.js";
import { someExpression } from "../../syntax/visit-expression.js";
import type { Expression, FunctionCall } from "../../syntax/xpath.js";

/** Tells whether evaluating an expression may have to wait, because it calls a function that is asynchronous. */
export function waits(expression: Expression): boolean {
  return someExpression(
    expression,
    (inner) => inner.kind === "call" && functions.get(inner.name)?.awaits === true,
  );
}

/**
 * The location that a call reads: content, a file, what actions have stored. `undefined` if it reads none, or one that
 * is known at run time only.
 */
export function locationRead(call: FunctionCall): ReturnType<typeof locationOf> {
  const { reads, opensDocuments } = functions.get(call.name) ?? {};
  return reads === "location" || opensDocuments === true ? locationOf(call) : undefined;
}
