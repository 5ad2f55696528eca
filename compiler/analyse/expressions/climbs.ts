import { functions } from "../../constructs/functions/index.js";
import type { Axis, Expression, FunctionCall, NodeTest, Step } from "../../syntax/xpath.js";
import { isFixed, nameTest } from "./name-test.js";

/**
 * Returns true if an expression asks for more of the context node than its content: its name, its attributes,
 * its place in the document, or anything above or beside it. Only then must the context be a node; otherwise
 * plain JSON will do.
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
      if (expression.operator === "|" && (isSelf(expression.left) || isSelf(expression.right))) return true;
      return climbs(expression.left) || climbs(expression.right);
    case "filter":
      return (
        isSelf(expression.primary) ||
        climbs(expression.primary) ||
        expression.predicates.some(predicateClimbs)
      );
    case "call":
      return callClimbs(expression);
    case "path": {
      if (expression.start === "root") return true;
      if (expression.start !== "context" && climbs(expression.start)) return true;
      if (expression.steps.some(stepClimbs)) return true;
      if (expression.start === "context") return stepsClimb(expression.steps);
      return readsContext(expression.start) && expression.steps.some(({ axis }) => !downwardAxes.has(axis));
    }
    default:
      return expression satisfies never;
  }
}

/** Tells whether a predicate of the step does. What data says of the name of a child is looked up by that name. */
function stepClimbs(step: Step): boolean {
  const key = nameTest(step)?.key;
  return (key === undefined || !isFixed(key)) && step.predicates.some(predicateClimbs);
}

/**
 * The same for a predicate. It may ask for the type of JSON that a node has, as in `*[@number]`: data knows that as
 * well.
 */
export function predicateClimbs(predicate: Expression): boolean {
  if (isTypeTest(predicate)) return false;
  if (predicate.kind === "binary" && (predicate.operator === "and" || predicate.operator === "or"))
    return predicateClimbs(predicate.left) || predicateClimbs(predicate.right);
  if (predicate.kind === "call" && functions.get(predicate.name)?.operation === "negation")
    return predicate.arguments.some(predicateClimbs);
  return climbs(predicate);
}

/** Tells whether an expression is the attribute of the context node that tells its type in JSON: `@number`. */
export const isTypeTest = (expression: Expression): boolean =>
  expression.kind === "path" && expression.start === "context" && isTypeStep(expression.steps);

/** Tells whether the steps lead from a node to that attribute. */
export function isTypeStep([only, ...rest]: readonly Step[]): boolean {
  return (
    only?.axis === "attribute" &&
    rest.length === 0 &&
    only.predicates.length === 0 &&
    only.test.kind === "name" &&
    jsonTypes.has(only.test.name)
  );
}

const jsonTypes: ReadonlySet<string> = new Set(["string", "number", "boolean", "null", "object", "array"]);

function callClimbs({ name, arguments: given }: FunctionCall): boolean {
  const definition = functions.get(name);
  if (definition?.reads === "focus" && definition.operation === undefined) return true;
  if (definition?.needsNode !== undefined && (given.length === 0 || given.some(isSelf))) return true;
  return given.some(climbs);
}

/** Tells whether an expression is just the context node: `.`. */
export function isSelf(expression: Expression): boolean {
  return (
    expression.kind === "path" &&
    expression.start === "context" &&
    expression.steps.every((step) => step.axis === "self")
  );
}

/** Tells whether an expression may yield nodes that were reached from the context node. */
function readsContext(expression: Expression): boolean {
  switch (expression.kind) {
    case "path":
      return (
        expression.start === "context" || (expression.start !== "root" && readsContext(expression.start))
      );
    case "filter":
      return readsContext(expression.primary);
    case "binary":
      return readsContext(expression.left) || readsContext(expression.right);
    case "call":
      return expression.arguments.some(readsContext);
    default:
      return false;
  }
}

const downwardAxes: ReadonlySet<Axis> = new Set([
  "child",
  "descendant",
  "self",
  "descendant-or-self",
  "attribute",
  "namespace",
]);

/**
 * Tells whether steps need a real node. Plain JSON has no text nodes and no `self` to filter, so the first steps
 * matter for as long as they may still be at the context node.
 */
function stepsClimb(steps: readonly Step[]): boolean {
  let isAtContext = true;
  for (const [index, { axis, test, predicates }] of steps.entries()) {
    switch (axis) {
      case "child":
      case "descendant":
        if (isAtContext && test.kind === "type" && test.type !== "comment") return true;
        isAtContext = false;
        break;
      case "self":
        if (isAtContext && (!isAnyNode(test) || predicates.length > 0)) return true;
        break;
      case "descendant-or-self":
        if (isAtContext && (!isAnyNode(test) || predicates.length > 0 || index === steps.length - 1))
          return true;
        break;
      case "attribute":
      case "namespace":
        if (isAtContext) return true;
        break;
      default:
        return true;
    }
  }
  return isAtContext && steps.some(({ axis }) => axis !== "self");
}

function isAnyNode(test: NodeTest) {
  return test.kind === "type" && test.type === "node";
}
