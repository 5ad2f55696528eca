import { pushAll } from "../../../runtime/base/push-all.js";
import { functions } from "../../constructs/functions/index.js";
import { textOf } from "../../source/source-text.js";
import { innerExpressions, someExpression, walkExpression } from "../../syntax/visit-expression.js";
import type { Expression, VariableReference } from "../../syntax/xpath.js";
import { isConversion } from "../expressions/converted.js";
import { predefinedVariables } from "../expressions/predefined.js";

/** That a condition asks about a variable that flows set: its value may tell which way was taken before. */
export const someVariable = "$";

/** The topics of an expression, as texts: its paths and variables as they are written. */
export function topicsOf(expressions: readonly Expression[]): ReadonlySet<string> {
  const topics = new Set<string>();
  for (const expression of expressions)
    walkExpression(expression, ({ kind, span }) => {
      if (kind === "path" || kind === "variable" || kind === "call")
        topics.add(textOf(span).replace(/\s+/g, ""));
    });
  return topics;
}

export function asksVariables(expressions: readonly Expression[]): boolean {
  return expressions.some((expression) =>
    someExpression(expression, (inner) => inner.kind === "variable" && !predefinedVariables.has(inner.name)),
  );
}

/**
 * The variables whose value becomes part of the result. Left out are those that an expression asks about in one way or
 * another, since an empty answer is one, too: operands of comparisons, of conditions, and of `string()`.
 */
export function valuesIn(expression: Expression): readonly VariableReference[] {
  const found: VariableReference[] = [];
  const pending = [expression];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.kind === "variable") found.push(next);
    else if (!asksOnly(next)) pushAll(pending, valueParts(next));
  }
  return found;
}

/** Tells whether an expression yields a boolean, or converts what may be empty to a text. */
function asksOnly(expression: Expression): boolean {
  if (expression.kind === "binary") return !valueOperators.has(expression.operator);
  if (expression.kind !== "call") return false;
  const definition = functions.get(expression.name);
  return definition === undefined || definition.returns === "boolean" || isConversion(expression, "string");
}

const valueOperators: ReadonlySet<string> = new Set(["+", "-", "*", "div", "mod"]);

function valueParts(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "call": {
      const parameters = functions.get(expression.name)?.parameters ?? [];
      return expression.arguments.filter((_, index) => parameters[index]?.use === undefined);
    }
    case "path":
      return typeof expression.start === "string" ? [] : [expression.start];
    case "filter":
      return [expression.primary];
    default:
      return innerExpressions(expression);
  }
}
