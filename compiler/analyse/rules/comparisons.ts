import { parseNumber } from "../../../runtime/data/model/string-value.js";
import { functions } from "../../constructs/functions/index.js";
import type { Span } from "../../source/source-text.js";
import { type BinaryOperator, type Expression, isComparison, mirrored } from "../../syntax/xpath.js";
import type { FlowRule } from "./rule.js";

/**
 * Finds comparisons and positions whose outcome is the same for every input, and texts that are mistaken for
 * booleans.
 */
export const comparisons: FlowRule = ({ typeOf, reporter }) => {
  /** Checks one operand against the other, `constant`, by the rules of XPath 1.0 §3.4. */
  const checkOperand = (
    span: Span,
    operand: Expression,
    operator: BinaryOperator,
    constant: Expression,
  ): void => {
    const type = typeOf(operand);
    const isEquality = operator === "=" || operator === "!=";
    if (constant.kind === "literal" && Number.isNaN(parseNumber(constant.value))) {
      const text = constant.value;
      if (type === "boolean" && isEquality) {
        if (text !== "" && text !== "true") reporter.report(constant.span, "booleanAsText", { text });
      } else if (type === "number" || !isEquality) {
        const isAlways = operator === "!=";
        reporter.report(span, "comparisonWithNoNumber", { text, isAlways, isOrder: !isEquality });
      }
      return;
    }
    const least = operand.kind === "call" ? functions.get(operand.name)?.yieldsFrom : undefined;
    const value = numberOf(constant);
    if (operand.kind !== "call" || least === undefined || value === undefined) return;
    const isAlways = outcomeOf(operator, least, value);
    if (isAlways !== undefined)
      reporter.report(span, "comparisonOutOfRange", { name: operand.name, least, isAlways });
  };
  const checkPositions = (predicates: readonly Expression[]): void => {
    for (const predicate of predicates) {
      const isNumber = predicate.kind === "number" || predicate.kind === "negate";
      const position = isNumber ? numberOf(predicate) : undefined;
      if (position !== undefined && outcomeOf("=", 1, position) === false)
        reporter.report(predicate.span, "positionNeverReached");
    }
  };
  return {
    expression(inner) {
      if (inner.kind === "binary" && isComparison(inner.operator)) {
        const { span, operator, left, right } = inner;
        checkOperand(span, left, operator, right);
        checkOperand(span, right, mirrored[inner.operator], left);
      }
      if (inner.kind === "filter") checkPositions(inner.predicates);
      if (inner.kind === "path") for (const step of inner.steps) checkPositions(step.predicates);
    },
  };
};

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
