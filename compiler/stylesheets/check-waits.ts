import { functions } from "../constructs/functions/index.js";
import type { Reporter } from "../diagnostics/reporter.js";
import { walkExpression } from "../syntax/visit-expression.js";
import type { Expression } from "../syntax/xpath.js";

/** Proves that no expression of a stylesheet has to wait: a transformation is made at once. */
export function checkWaits(expressions: Iterable<Expression>, reporter: Reporter): void {
  for (const expression of expressions)
    walkExpression(expression, (inner) => {
      if (inner.kind !== "call" || functions.get(inner.name)?.awaits !== true) return;
      const reason = `${inner.name}() has to wait, which a stylesheet cannot. Set a variable of the flow before.`;
      reporter.report(inner.nameSpan, "stylesheet", { reason });
    });
}
