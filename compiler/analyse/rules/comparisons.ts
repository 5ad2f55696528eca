import { parseNumber } from "../../../runtime/data/model/number.js";
import { functions } from "../../constructs/functions/index.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { VariableTypes } from "../../syntax/static-type.js";
import { walkExpression } from "../../syntax/visit-expression.js";
import {
  type BinaryExpression,
  type BinaryOperator,
  type Expression,
  isComparison,
  mirrored,
} from "../../syntax/xpath.js";
import { staticType } from "../types/static-type.js";

/**
 * Finds comparisons and positions whose outcome is the same for every input, and texts that are mistaken for
 * booleans.
 */
export function checkComparisons(
  expressions: Iterable<Expression>,
  variables: VariableTypes,
  reporter: Reporter,
): void {
  for (const expression of expressions) {
    walkExpression(expression, (inner) => {
      if (inner.kind === "binary") checkComparison(inner, variables, reporter);
      if (inner.kind === "filter") checkPositions(inner.predicates, reporter);
      if (inner.kind === "path") for (const step of inner.steps) checkPositions(step.predicates, reporter);
    });
  }
}

function checkComparison(expression: BinaryExpression, variables: VariableTypes, reporter: Reporter): void {
  const { operator, left, right } = expression;
  if (!isComparison(operator)) return;
  checkOperand(expression, left, operator, right, variables, reporter);
  checkOperand(expression, right, mirrored[operator], left, variables, reporter);
}

/** Checks one operand against the other, `constant`, by the rules of XPath 1.0 §3.4. */
function checkOperand(
  { span }: BinaryExpression,
  operand: Expression,
  operator: BinaryOperator,
  constant: Expression,
  variables: VariableTypes,
  reporter: Reporter,
): void {
  const type = staticType(operand, variables);
  const isEquality = operator === "=" || operator === "!=";
  if (constant.kind === "literal" && Number.isNaN(parseNumber(constant.value))) {
    const text = constant.value;
    if (type === "boolean" && isEquality) {
      if (text !== "" && text !== "true") reporter.report(constant.span, "booleanAsText", { text });
    } else if (type === "number" || !isEquality) {
      reporter.report(span, "comparisonWithNoNumber", {
        text,
        isAlways: operator === "!=",
        isOrder: !isEquality,
      });
    }
    return;
  }
  const least = operand.kind === "call" ? functions.get(operand.name)?.yieldsFrom : undefined;
  const value = numberOf(constant);
  if (operand.kind !== "call" || least === undefined || value === undefined) return;
  const outcome = outcomeOf(operator, least, value);
  if (outcome === undefined) return;
  reporter.report(span, "comparisonOutOfRange", { name: operand.name, least, isAlways: outcome });
}

/**
 * The outcome of comparing any whole number from `least` on with `value`; `undefined` if it is not always the
 * same.
 */
function outcomeOf(operator: BinaryOperator, least: number, value: number): boolean | undefined {
  switch (operator) {
    case "=":
    case "!=":
      return Number.isInteger(value) && value >= least ? undefined : operator === "!=";
    case "<":
      return value > least ? undefined : false;
    case "<=":
      return value >= least ? undefined : false;
    case ">":
      return value < least ? true : undefined;
    case ">=":
      return value <= least ? true : undefined;
    default:
      return undefined;
  }
}

function numberOf(expression: Expression): number | undefined {
  switch (expression.kind) {
    case "number":
      return expression.value;
    case "literal":
      return parseNumber(expression.value);
    case "negate": {
      const value = numberOf(expression.operand);
      return value === undefined ? undefined : -value;
    }
    default:
      return undefined;
  }
}

function checkPositions(predicates: readonly Expression[], reporter: Reporter): void {
  for (const predicate of predicates) {
    const isNumber = predicate.kind === "number" || predicate.kind === "negate";
    const position = isNumber ? numberOf(predicate) : undefined;
    if (position !== undefined && outcomeOf("=", 1, position) === false)
      reporter.report(predicate.span, "positionNeverReached");
  }
}
