import type { Reporter } from "../../diagnostics/reporter.js";
import type { Flow } from "../../syntax/flow.js";
import type { Expression } from "../../syntax/xpath.js";
import type { DataFlow } from "../data-flow/index.js";
import { type Use, visitUses } from "../data-flow/uses.js";
import { flowExpressionsByUse } from "../flows/expressions.js";
import type { JsonTypesOf } from "../schemas/check-schemas.js";
import { unknownValue } from "../types/known.js";
import { typeOfPath, type Variables } from "../types/node-types.js";
import { staticType } from "../types/static-type.js";

/**
 * Finds conditions that are nothing but a node with a JSON boolean, and comparisons of one with `true()` or
 * `false()`. They ask whether the node is there (XPath 1.0 §4.3), and it is there for `false`, too.
 */
export function checkPresence(
  flows: Iterable<Flow>,
  dataFlow: DataFlow,
  jsonTypesOf: JsonTypesOf,
  reporter: Reporter,
): void {
  const variables: Variables = (variable) => dataFlow.variables.get(variable) ?? unknownValue;
  const typeOf = (expression: Expression) => staticType(expression, (variable) => variables(variable).type);
  const check = (expression: Expression) => {
    if (typeOf(expression) !== "nodes") return;
    const types = jsonTypesOf(expression);
    const isBoolean = types?.size === 1 && types.has("boolean");
    if (isBoolean || typeOfPath(expression, variables) === "boolean")
      reporter.report(expression.span, "presenceOfBoolean");
  };
  const visit = (expression: Expression, use: Use) => {
    if (use === "condition") check(expression);
    if (expression.kind !== "binary" || !equalityOperators.has(expression.operator)) return;
    const { left, right } = expression;
    if (typeOf(right) === "boolean") check(left);
    if (typeOf(left) === "boolean") check(right);
  };
  for (const flow of flows) {
    const { conditions, values } = flowExpressionsByUse(flow);
    for (const condition of conditions) visitUses(condition, "condition", visit);
    for (const value of values) visitUses(value, "value", visit);
  }
}

const equalityOperators: ReadonlySet<string> = new Set(["=", "!="]);
