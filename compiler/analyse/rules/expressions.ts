import { nearest } from "../../../runtime/base/nearest.js";
import { functionAdvice } from "../../constructs/foreign/functions.js";
import { flowFunctions, functions } from "../../constructs/functions/index.js";
import {
  type FunctionChecker,
  type FunctionDefinition,
  isOfStylesheets,
} from "../../language/function-definition.js";
import { isPrimitive } from "../../syntax/static-type.js";
import { walkExpression } from "../../syntax/visit-expression.js";
import type { Expression, FunctionCall } from "../../syntax/xpath.js";
import { checkConstants } from "./constant-arguments.js";
import type { FlowRule } from "./rule.js";

/**
 * Proves that every function exists, gets as many arguments as it takes, and gets node-sets where it needs
 * them.
 */
export const expressions: FlowRule = ({ files, reporter, typeOf }) => ({
  expression: (inner, isPerNode) => checkPart(inner, isPerNode, { files, reporter, typeOf }),
});

/** The same for expressions of stylesheets. */
export function checkExpressions(all: Iterable<Expression>, checker: FunctionChecker): void {
  for (const expression of all)
    walkExpression(expression, (inner, isPerNode) => checkPart(inner, isPerNode, checker));
}

function checkPart(inner: Expression, isPerNode: boolean, checker: FunctionChecker): void {
  checkExpression(inner, checker);
  // Filtering or sorting a node-set never has to wait.
  if (isPerNode && inner.kind === "call" && functions.get(inner.name)?.awaits === true)
    checker.reporter.report(inner.nameSpan, "waitsPerNode", { name: inner.name });
}

function checkExpression(expression: Expression, checker: FunctionChecker): void {
  switch (expression.kind) {
    case "call":
      checkCall(expression, checker);
      break;
    case "path":
      if (typeof expression.start !== "string") needsNodes(expression.start, checker);
      break;
    case "filter":
      needsNodes(expression.primary, checker);
      break;
    case "binary":
      if (expression.operator !== "|") break;
      needsNodes(expression.left, checker, true);
      needsNodes(expression.right, checker, true);
      break;
    default:
      break;
  }
}

function checkCall(expression: FunctionCall, checker: FunctionChecker): void {
  const { reporter } = checker;
  const { name, nameSpan, arguments: args } = expression;
  const definition = functions.get(name);
  if (definition === undefined || (isOfStylesheets(definition) && checker.within !== "stylesheet")) {
    const local = name.slice(name.indexOf(":") + 1);
    const meant = flowFunctions.has(local) ? local : nearest(local, flowFunctions.keys());
    const advice = functionAdvice(name);
    reporter.report(nameSpan, "xpathUnknownFunction", { name, nearest: meant, advice });
    return;
  }
  const { least, most } = arity(definition);
  if (args.length < least || args.length > most) {
    const surplus = args[most] ?? expression;
    const span = args.length > most ? surplus.span : expression.span;
    reporter.report(span, "xpathArgumentCount", {
      name: name.slice(name.indexOf(":") + 1),
      expected: expectedCount(least, most),
      found: args.length,
    });
    return;
  }
  args.forEach((argument, index) => {
    if (definition.parameters[index]?.type === "nodes") needsNodes(argument, checker);
  });
  checkConstants(expression, definition, reporter);
  definition.check?.(expression, checker);
}

function arity({ parameters }: FunctionDefinition): { least: number; most: number } {
  const least = parameters.filter(({ occurs }) => occurs === undefined).length;
  const isOpen = parameters.some(({ occurs }) => occurs === "repeated");
  return { least, most: isOpen ? Number.POSITIVE_INFINITY : parameters.length };
}

function expectedCount(least: number, most: number): string {
  if (most === 0) return "no arguments";
  if (most === Number.POSITIVE_INFINITY) return `at least ${plural(least)}`;
  if (least === most) return plural(least);
  return least === 0 && most === 1 ? "one argument or none" : `${least} to ${plural(most)}`;
}

function plural(count: number) {
  return count === 1 ? "1 argument" : `${count} arguments`;
}

function needsNodes(expression: Expression, { reporter, typeOf }: FunctionChecker, isJoined = false): void {
  const type = typeOf(expression);
  if (!isPrimitive(type)) return;
  const variable = expression.kind === "variable" ? expression.name : undefined;
  reporter.report(expression.span, "xpathNotNodes", { found: type, variable, isJoined });
}
