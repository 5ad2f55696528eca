import { functions } from "../../constructs/functions/index.js";
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
  const isBoolean = (expression: Expression) => {
    if (typeOf(expression) !== "nodes") return false;
    const types = jsonTypesOf(expression);
    const isBoolean = types?.size === 1 && types.has("boolean");
    return isBoolean || isUpstreamBoolean(expression) || typeOfPath(expression, variables) === "boolean";
  };
  const check = (expression: Expression) => {
    if (isBoolean(expression)) reporter.report(expression.span, "presenceOfBoolean");
  };
  const compare = (expression: Expression, other: Expression, use: Use) => {
    if (typeOf(other) !== "boolean" || typeOf(expression) !== "nodes") return;
    const value = other.kind === "call" ? functions.get(other.name)?.value : undefined;
    if (isBoolean(expression)) reporter.report(expression.span, "presenceOfBoolean");
    else if (value !== undefined && (use === "condition" || !mayKnow(expression)))
      reporter.report(other.span, "presenceByComparison", { value });
  };
  const visit = (expression: Expression, use: Use) => {
    if (use === "condition") check(expression);
    if (expression.kind !== "binary" || !equalityOperators.has(expression.operator)) return;
    const { left, right } = expression;
    compare(left, right, use);
    compare(right, left, use);
  };
  for (const flow of flows) {
    const { conditions, values } = flowExpressionsByUse(flow);
    for (const condition of conditions) visitUses(condition, "condition", visit);
    for (const value of values) visitUses(value, "value", visit);
  }
}

/** Whether this is `$upstream/<id>/cacheHit`. */
function isUpstreamBoolean(expression: Expression): boolean {
  if (expression.kind !== "path" || typeof expression.start === "string") return false;
  const { start, steps } = expression;
  const test = steps[1]?.test;
  return (
    start.kind === "variable" &&
    start.name === "upstream" &&
    steps.length === 2 &&
    test?.kind === "name" &&
    test.name === "cacheHit"
  );
}

/** Whether a path begins at the context, or at JSON that the same expression parses: its author may know the nodes. */
function mayKnow(expression: Expression): boolean {
  if (expression.kind !== "path") return false;
  if (typeof expression.start === "string") return true;
  const { start } = expression;
  return start.kind === "call" && functions.get(start.name)?.parses === "json";
}

const equalityOperators: ReadonlySet<string> = new Set(["=", "!="]);
