import type { Expression, Step } from "./xpath.js";

type Visit<T> = (expression: Expression, isPerNode: boolean) => T;

/**
 * Visits an expression and everything inside it, from the outside in. Tells whether each part is evaluated
 * for every node of a set, as in predicates.
 */
export function walkExpression(expression: Expression, visit: Visit<void>, isPerNode = false): void {
  const goOn: Visit<boolean> = (inner, isInnerPerNode) => {
    visit(inner, isInnerPerNode);
    return false;
  };
  someExpression(expression, goOn, isPerNode);
}

/** Tells whether a test is true of an expression, or of anything inside it. Many passes ask, so it makes no lists. */
export function someExpression(expression: Expression, test: Visit<boolean>, isPerNode = false): boolean {
  if (test(expression, isPerNode)) return true;
  switch (expression.kind) {
    case "literal":
    case "number":
    case "variable":
      return false;
    case "negate":
      return someExpression(expression.operand, test, isPerNode);
    case "binary":
      return (
        someExpression(expression.left, test, isPerNode) || someExpression(expression.right, test, isPerNode)
      );
    case "filter":
      return someExpression(expression.primary, test, isPerNode) || someOf(expression.predicates, test, true);
    case "call":
      return (
        someOf(expression.arguments, test, isPerNode) ||
        (expression.embedded !== undefined && someExpression(expression.embedded, test, true))
      );
    case "path":
      if (typeof expression.start !== "string" && someExpression(expression.start, test, isPerNode))
        return true;
      for (const { predicates } of expression.steps) if (someOf(predicates, test, true)) return true;
      return false;
    default:
      return expression satisfies never;
  }
}

function someOf(expressions: readonly Expression[], test: Visit<boolean>, isPerNode: boolean): boolean {
  for (const expression of expressions) if (someExpression(expression, test, isPerNode)) return true;
  return false;
}

/** The direct parts of an expression. */
export function innerExpressions(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "literal":
    case "number":
    case "variable":
      return none;
    case "negate":
      return [expression.operand];
    case "binary":
      return [expression.left, expression.right];
    case "filter":
      return [expression.primary, ...expression.predicates];
    case "call":
      return expression.embedded === undefined
        ? expression.arguments
        : [...expression.arguments, expression.embedded];
    case "path": {
      const { start, steps } = expression;
      const own = typeof start === "string" ? none : [start];
      return steps.some(hasPredicates) ? [...own, ...steps.flatMap(({ predicates }) => predicates)] : own;
    }
    default:
      return expression satisfies never;
  }
}

/** One list for all, since passes ask for the parts of each expression again and again. */
const none: readonly Expression[] = [];

const hasPredicates = ({ predicates }: Step): boolean => predicates.length > 0;
