import { parseNumber } from "../../../runtime/data/model/string-value.js";
import { functions } from "../../constructs/functions/index.js";
import { type Span, textOf } from "../../source/source-text.js";
import { type BinaryOperator, type Expression, isComparison, mirrored } from "../../syntax/xpath.js";
import type { FlowContext, FlowVisitor } from "./rule.js";

/**
 * Finds comparisons and positions whose outcome is the same for every input, and texts that are mistaken for
 * booleans.
 */
export const comparisons = ({ typeOf, reporter }: Pick<FlowContext, "typeOf" | "reporter">): FlowVisitor => {
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
  /** Checks `position()` against `last()`, beyond which there is no position. */
  const checkLast = (
    span: Span,
    operand: Expression,
    operator: keyof typeof mirrored,
    other: Expression,
  ): void => {
    const offset = operationOf(operand) === "position" ? behindLast(other) : undefined;
    const isAlways = offset === undefined ? undefined : outcomeOf(mirrored[operator], 0, -offset);
    if (offset !== undefined && isAlways !== undefined)
      reporter.report(span, "positionBehindLast", { isAlways });
  };
  /** Finds `text() = ''`: a text node has a character at least (XPath 1.0 §5.7). And `position() = last`. */
  const checkNodes = (span: Span, operand: Expression, operator: BinaryOperator, other: Expression): void => {
    const step = operand.kind === "path" ? operand.steps.at(-1) : undefined;
    if (step === undefined) return;
    const isText = step.test.kind === "type" && step.test.type === "text";
    if (isText && operator === "=" && other.kind === "literal" && other.value === "")
      reporter.report(span, "emptyTextNode", { text: textOf(operand.span) });
    const word = textOf(operand.span);
    const isFunction = word === "last" || word === "position";
    if (isFunction && (operationOf(other) === "position" || operationOf(other) === "last"))
      reporter.report(operand.span, "bareWord", { word, meaning: { kind: "function" } });
  };
  /** Finds `1 < $a < 5`, which compares what the first comparison yields. */
  const checkChain = (operand: Expression): void => {
    if (operand.kind === "binary" && isComparison(operand.operator) && !isInParentheses(operand))
      reporter.report(operand.span, "chainedComparison", { text: textOf(operand.span) });
  };
  const checkPositions = (predicates: readonly Expression[]): void => {
    for (const predicate of predicates) {
      const isNumber = predicate.kind === "number" || predicate.kind === "negate";
      const position = isNumber ? numberOf(predicate) : undefined;
      const isBehind = (behindLast(predicate) ?? 0) > 0;
      if (isBehind || (position !== undefined && outcomeOf("=", 1, position) === false))
        reporter.report(predicate.span, "positionNeverReached");
    }
  };
  return {
    expression(inner) {
      if (inner.kind === "binary" && isComparison(inner.operator)) {
        const { span, operator, left, right } = inner;
        checkLast(span, left, inner.operator, right);
        checkLast(span, right, mirrored[inner.operator], left);
        checkNodes(span, left, operator, right);
        checkNodes(span, right, operator, left);
        if (isOrder(operator)) for (const operand of [left, right]) checkChain(operand);
        checkOperand(span, left, operator, right);
        checkOperand(span, right, mirrored[inner.operator], left);
      }
      if (inner.kind === "filter") checkPositions(inner.predicates);
      if (inner.kind === "path") for (const step of inner.steps) checkPositions(step.predicates);
    },
  };
};

const isOrder = (operator: BinaryOperator): boolean => operator !== "=" && operator !== "!=";

/** The parentheses around an expression are no part of it. */
function isInParentheses({ span: { source, end } }: Expression): boolean {
  return /^\s*\)/.test(source.text.slice(end, end + 100));
}

const operationOf = (expression: Expression) =>
  expression.kind === "call" ? functions.get(expression.name)?.operation : undefined;

/** How far behind the last position an expression is: `last() + 1` is 1. */
function behindLast(expression: Expression): number | undefined {
  if (operationOf(expression) === "last") return 0;
  if (expression.kind !== "binary" || operationOf(expression.left) !== "last") return undefined;
  const { operator, right } = expression;
  if (right.kind !== "number" || (operator !== "+" && operator !== "-")) return undefined;
  return operator === "+" ? right.value : -right.value;
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
