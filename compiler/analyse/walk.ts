import { embeddedExpressions } from "../functions/index.js";
import type { Template, TemplatePart } from "../syntax/template.js";
import type { Expression } from "../syntax/xpath.js";

/** Visits an expression and everything inside it, outer before inner. */
export function walkExpression(expression: Expression, visit: (expression: Expression) => void): void {
  visit(expression);
  for (const inner of innerExpressions(expression)) walkExpression(inner, visit);
}

function innerExpressions(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "literal":
    case "number":
    case "variable":
      return [];
    case "negate":
      return [expression.operand];
    case "binary":
      return [expression.left, expression.right];
    case "filter":
      return [expression.primary, ...expression.predicates];
    case "call":
      return [...expression.arguments, ...embeddedExpressions(expression)];
    case "path": {
      const predicates = expression.steps.flatMap((step) => step.predicates);
      return typeof expression.start === "string" ? predicates : [expression.start, ...predicates];
    }
    default:
      return expression satisfies never;
  }
}

/** The expressions that stand in a template, in their order. */
export function templateExpressions(template: Template): readonly Expression[] {
  return partExpressions(template.parts);
}

function partExpressions(parts: readonly TemplatePart[]): readonly Expression[] {
  return parts.flatMap((part): readonly Expression[] => {
    switch (part.kind) {
      case "placeholder":
      case "pairs":
      case "define":
        return part.value.operands;
      case "if":
        return [
          ...part.branches.flatMap(({ test, parts: inner }) => [...test.operands, ...partExpressions(inner)]),
          ...partExpressions(part.otherwise ?? []),
        ];
      case "loop":
        return [...part.over.operands, ...partExpressions(part.parts)];
      case "with":
        return [
          ...part.context.operands,
          ...partExpressions(part.parts),
          ...partExpressions(part.otherwise ?? []),
        ];
      default:
        return [];
    }
  });
}
