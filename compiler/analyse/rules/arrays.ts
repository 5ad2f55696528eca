import { functions } from "../../constructs/functions/index.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Flow } from "../../syntax/flow.js";
import { walkExpression } from "../../syntax/visit-expression.js";
import type { Expression } from "../../syntax/xpath.js";
import { flowExpressions } from "../flows/expressions.js";
import type { JsonTypesOf } from "../schemas/check-schemas.js";
import { typeOfPath, type Variables } from "../types/node-types.js";

/** Finds JSON arrays that are counted, searched or compared in place of their items. */
export function checkArrays(
  flows: Iterable<Flow>,
  variables: Variables,
  jsonTypesOf: JsonTypesOf,
  reporter: Reporter,
): void {
  const isArray = (expression: Expression) => {
    if (expression.kind !== "path" && expression.kind !== "variable") return false;
    const types = [...(jsonTypesOf(expression) ?? [])].filter((type) => type !== "null");
    return types.length === 0
      ? typeOfPath(expression, variables) === "array"
      : types.every((type) => type === "array");
  };
  const checkText = (array: Expression, other: Expression) => {
    if (other.kind === "literal" && other.value !== "" && isArray(array))
      reporter.report(array.span, "arrayAsText", { array: written(array), text: written(other) });
  };
  for (const flow of flows)
    for (const expression of flowExpressions(flow))
      walkExpression(expression, (inner) => {
        if (inner.kind === "binary" && (inner.operator === "=" || inner.operator === "!=")) {
          checkText(inner.left, inner.right);
          checkText(inner.right, inner.left);
        }
        if (inner.kind !== "call") return;
        const [first, second] = inner.arguments;
        const { counts, examines } = functions.get(inner.name) ?? {};
        if (first === undefined) return;
        if (counts === true && isArray(first))
          reporter.report(first.span, "arrayCounted", { name: inner.name, array: written(first) });
        if (examines === true && second !== undefined) checkText(first, second);
      });
}

function written({ span: { source, start, end } }: Expression): string {
  return source.text.slice(start, end);
}
