import type { Expression, Step } from "../syntax/xpath.js";

/**
 * Whether an expression asks for more of the context node than its content: its name, its attributes, its place in
 * the document, or anything above or beside it. Only then must the context be a node; otherwise plain JSON will do.
 */
export function climbs(expression: Expression): boolean {
  switch (expression.kind) {
    case "literal":
    case "number":
    case "variable":
      return false;
    case "negate":
      return climbs(expression.operand);
    case "binary":
      return climbs(expression.left) || climbs(expression.right);
    case "filter":
      return climbs(expression.primary) || expression.predicates.some(climbs);
    case "call":
      return (
        (expression.arguments.length === 0 && NEEDS_NODE.has(expression.name)) ||
        NEEDS_CONTEXT.has(expression.name) ||
        (NEEDS_NODE.has(expression.name) && expression.arguments.some(isSelf)) ||
        expression.arguments.some(climbs)
      );
    case "path": {
      if (expression.start === "root") return true;
      const ofContext = expression.start === "context";
      if (!ofContext && climbs(expression.start)) return true;
      return expression.steps.some(
        (step, index) => (ofContext && stepClimbs(step, index === 0)) || step.predicates.some(climbs),
      );
    }
    default:
      return expression satisfies never;
  }
}

const NEEDS_NODE = new Set(["name", "local-name", "namespace-uri"]);
const NEEDS_CONTEXT = new Set(["id", "lang"]);

const isSelf = (expression: Expression) =>
  expression.kind === "path" &&
  expression.start === "context" &&
  expression.steps.every((step) => step.axis === "self");

function stepClimbs(step: Step, isFirst: boolean): boolean {
  switch (step.axis) {
    case "child":
    case "descendant":
      return false;
    case "self":
      return isFirst && (step.test.kind !== "type" || step.test.type !== "node");
    case "descendant-or-self":
      return isFirst && step.test.kind !== "type";
    case "attribute":
    case "namespace":
      return isFirst;
    default:
      return true;
  }
}
