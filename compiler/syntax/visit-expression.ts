import type { Expression, Step } from "./xpath.js";

type Visit<T> = (expression: Expression, isPerNode: boolean) => T;

/**
 * Visits an expression and everything inside it, from the outside in. Tells whether each part is evaluated
 * for every node of a set, as in predicates.
 */
export function walkExpression(expression: Expression, visit: Visit<void>, isPerNode = false): void {
  visit(expression, isPerNode);
  for (const inner of operandsOf(expression)) walkExpression(inner, visit, isPerNode);
  for (const inner of perNodeExpressions(expression)) walkExpression(inner, visit, true);
}

/** Tells whether a test is true of an expression, or of anything inside it. */
export function someExpression(expression: Expression, test: Visit<boolean>, isPerNode = false): boolean {
  return (
    test(expression, isPerNode) ||
    operandsOf(expression).some((inner) => someExpression(inner, test, isPerNode)) ||
    perNodeExpressions(expression).some((inner) => someExpression(inner, test, true))
  );
}

/** The direct parts of an expression. */
export function innerExpressions(expression: Expression): readonly Expression[] {
  const perNode = perNodeExpressions(expression);
  return perNode.length === 0 ? operandsOf(expression) : [...operandsOf(expression), ...perNode];
}

/** One list for all, since passes ask for the parts of each expression again and again. */
const none: readonly Expression[] = [];

/** The direct parts that are evaluated once. */
function operandsOf(expression: Expression): readonly Expression[] {
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
      return [expression.primary];
    case "call":
      return expression.arguments;
    case "path":
      return typeof expression.start === "string" ? none : [expression.start];
    default:
      return expression satisfies never;
  }
}

/** The direct parts that are evaluated for one node after another. */
function perNodeExpressions(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "filter":
      return expression.predicates;
    case "call":
      return expression.embedded === undefined ? none : [expression.embedded];
    case "path":
      return expression.steps.some(hasPredicates)
        ? expression.steps.flatMap((step) => step.predicates)
        : none;
    default:
      return none;
  }
}

const hasPredicates = ({ predicates }: Step): boolean => predicates.length > 0;
