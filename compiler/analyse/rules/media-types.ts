import type { Reporter } from "../../diagnostics/reporter.js";
import { oddMediaType } from "../../parse/http/known-media-types.js";
import { walkExpression } from "../../syntax/visit-expression.js";
import type { Expression } from "../../syntax/xpath.js";

/**
 * Finds media types that nobody knows beside the header fields that hold some: in comparisons, and in calls such as
 * `contains($request/headers/accept, 'text/csv')`.
 */
export function checkMediaTypes(expressions: Iterable<Expression>, reporter: Reporter): void {
  for (const expression of expressions)
    walkExpression(expression, (inner) => {
      const parts = besideEachOther(inner);
      if (!parts.some(isMediaTypeField)) return;
      for (const part of parts) {
        if (part.kind !== "literal" || !/^[\w.+-]+\/[\w.+-]+$/.test(part.value)) continue;
        const odd = oddMediaType(part.value);
        if (odd !== undefined)
          reporter.report(part.span, "unknownMediaType", { name: odd.name, nearest: odd.meant });
      }
    });
}

function besideEachOther(expression: Expression): readonly Expression[] {
  if (expression.kind === "call") return expression.arguments;
  return expression.kind === "binary" ? [expression.left, expression.right] : [];
}

const fields: ReadonlySet<string> = new Set(["content-type", "accept"]);

function isMediaTypeField(expression: Expression): boolean {
  if (expression.kind !== "path") return false;
  const test = expression.steps.at(-1)?.test;
  return test?.kind === "name" && fields.has(test.name);
}
