import { functions } from "../../constructs/functions/index.js";
import { innerExpressions } from "../../syntax/visit-expression.js";
import type { Expression } from "../../syntax/xpath.js";

/**
 * How the result of an expression is used. A `condition` asks whether it is true; of nodes that means whether
 * there are any. `presence` asks the same in another form, as in `count($x) > 0`, `$x/a and …` (of `$x`), and
 * `$x ?? 1`.
 */
export type Use = "value" | "presence" | "condition";

/** Visits an expression and everything inside it, outer before inner. */
export function visitUses(
  expression: Expression,
  use: Use,
  visit: (expression: Expression, use: Use) => void,
): void {
  visit(expression, use);
  for (const inner of innerExpressions(expression)) visitUses(inner, innerUse(inner, expression, use), visit);
}

function innerUse(inner: Expression, outer: Expression, use: Use): Use {
  switch (outer.kind) {
    case "binary":
      if (outer.operator === "and" || outer.operator === "or") return "condition";
      return outer.operator === "|" && use !== "value" ? "presence" : "value";
    case "call":
      return functions.get(outer.name)?.parameters[outer.arguments.indexOf(inner)]?.use ?? "value";
    case "path":
      if (inner !== outer.start) return "condition";
      return use === "value" ? "value" : "presence";
    case "filter":
      if (inner !== outer.primary) return "condition";
      return use === "value" ? "value" : "presence";
    default:
      return "value";
  }
}
