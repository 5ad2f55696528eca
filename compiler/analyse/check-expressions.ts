import type { Reporter } from "../diagnostics/reporter.js";
import type { Files } from "../files.js";
import type { FunctionDefinition } from "../functions/definition.js";
import { functions } from "../functions/index.js";
import { nearest } from "../nearest.js";
import type { Expression, FunctionCall } from "../syntax/xpath.js";
import { staticType } from "./types.js";
import { walkExpression } from "./walk.js";

/** Proves that every function exists and gets as many arguments as it takes, and node-sets where only those will do. */
export function checkExpressions(expressions: Iterable<Expression>, reporter: Reporter, files?: Files): void {
  for (const expression of expressions)
    walkExpression(expression, (inner, isPerNode) => {
      checkExpression(inner, reporter, files);
      if (inner.kind === "call" && isPerNode) checkPerNode(inner, reporter);
    });
}

/** Proves that nothing has to be waited for while a set is filtered or sorted. */
function checkPerNode({ name, nameSpan }: FunctionCall, reporter: Reporter): void {
  if (functions.get(name)?.awaits === true) reporter.report(nameSpan, "waitsPerNode", { name });
}

function checkExpression(expression: Expression, reporter: Reporter, files: Files | undefined): void {
  switch (expression.kind) {
    case "call":
      checkCall(expression, reporter, files);
      break;
    case "path":
      if (typeof expression.start !== "string") needsNodes(expression.start, reporter);
      break;
    case "filter":
      needsNodes(expression.primary, reporter);
      break;
    case "binary":
      if (expression.operator !== "|") break;
      needsNodes(expression.left, reporter);
      needsNodes(expression.right, reporter);
      break;
    default:
      break;
  }
}

function checkCall(expression: FunctionCall, reporter: Reporter, files: Files | undefined): void {
  const { name, nameSpan, arguments: args } = expression;
  const definition = functions.get(name);
  if (definition === undefined) {
    reporter.report(nameSpan, "xpathUnknownFunction", { name, nearest: nearest(name, functions.keys()) });
    return;
  }
  const { least, most } = arity(definition);
  if (args.length < least || args.length > most) {
    const surplus = args[most] ?? expression;
    const span = args.length > most ? surplus.span : expression.span;
    reporter.report(span, "xpathArgumentCount", {
      name,
      expected: expectedCount(least, most),
      found: args.length,
    });
    return;
  }
  args.forEach((argument, index) => {
    if (definition.parameters[index]?.type === "nodes") needsNodes(argument, reporter);
  });
  definition.check?.(expression, { reporter, files });
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

const plural = (count: number) => (count === 1 ? "1 argument" : `${count} arguments`);

function needsNodes(expression: Expression, reporter: Reporter): void {
  const type = staticType(expression);
  if (type !== "nodes" && type !== "any") reporter.report(expression.span, "xpathNotNodes", { found: type });
}
