import type { TokenPart } from "../analyse/templates/json-tokens.js";
import type { Template, TemplatePart } from "./template.js";
import type { Expression } from "./xpath.js";

/**
 * Visits an expression and everything inside it, outer before inner, and tells what is evaluated for each node of a
 * set: predicates and the like.
 */
export function walkExpression(
  expression: Expression,
  visit: (expression: Expression, isPerNode: boolean) => void,
  isPerNode = false,
): void {
  visit(expression, isPerNode);
  for (const inner of operandsOf(expression)) walkExpression(inner, visit, isPerNode);
  for (const inner of perNodeExpressions(expression)) walkExpression(inner, visit, true);
}

/** The expressions that stand directly in another. */
export const innerExpressions = (expression: Expression): readonly Expression[] => [
  ...operandsOf(expression),
  ...perNodeExpressions(expression),
];

/** The expressions that an expression evaluates once. */
function operandsOf(expression: Expression): readonly Expression[] {
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
      return [expression.primary];
    case "call":
      return expression.arguments;
    case "path":
      return typeof expression.start === "string" ? [] : [expression.start];
    default:
      return expression satisfies never;
  }
}

/** The expressions that an expression evaluates for one node after the other. */
function perNodeExpressions(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "filter":
      return expression.predicates;
    case "call":
      return expression.embedded === undefined ? [] : [expression.embedded];
    case "path":
      return expression.steps.flatMap((step) => step.predicates);
    default:
      return [];
  }
}

/** All parts of a template, those inside blocks included. */
export function* templateParts(parts: readonly TemplatePart[]): Generator<TemplatePart> {
  for (const part of parts) {
    yield part;
    if (part.kind === "if") for (const branch of part.branches) yield* templateParts(branch.parts);
    if (part.kind === "loop" || part.kind === "with") yield* templateParts(part.parts);
    if ((part.kind === "if" || part.kind === "with") && part.otherwise !== undefined)
      yield* templateParts(part.otherwise);
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

/** The conditions of a template's `{{if}}` and `{{elseif}}` commands. */
export function templateConditions(template: Template): readonly Expression[] {
  return partConditions(template.parts);
}

function partConditions(parts: readonly TemplatePart[]): readonly Expression[] {
  return parts.flatMap((part): readonly Expression[] => {
    switch (part.kind) {
      case "if":
        return [
          ...part.branches.flatMap(({ test, parts: inner }) => [...test.operands, ...partConditions(inner)]),
          ...partConditions(part.otherwise ?? []),
        ];
      case "loop":
        return partConditions(part.parts);
      case "with":
        return [...partConditions(part.parts), ...partConditions(part.otherwise ?? [])];
      default:
        return [];
    }
  });
}

/** The variables that parts of a template define, blocks included. */
export function definedNames(parts: readonly (TemplatePart | TokenPart)[]): readonly string[] {
  return parts.flatMap((part): readonly string[] => {
    switch (part.kind) {
      case "define":
        return [part.name];
      case "if":
        return [
          ...part.branches.flatMap((branch) => definedNames(branch.parts)),
          ...definedNames(part.otherwise ?? []),
        ];
      case "loop":
        return definedNames(part.parts);
      case "with":
        return [...definedNames(part.parts), ...definedNames(part.otherwise ?? [])];
      default:
        return [];
    }
  });
}
