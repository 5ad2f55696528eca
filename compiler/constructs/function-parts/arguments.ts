import type { FunctionChecker, FunctionDefinition } from "../../language/function-definition.js";
import type { Expression, FunctionCall } from "../../syntax/xpath.js";

/**
 * Finds a constant in the place of the text that a function searches. A list of words may stand there on purpose, to
 * ask whether a value is one of them.
 */
export function checkSubject(call: FunctionCall, { reporter }: FunctionChecker): void {
  const [subject, searched] = call.arguments;
  if (subject?.kind !== "literal" || searched === undefined || !isSubject(searched)) return;
  if (!isSearched(subject.value)) return;
  reporter.report(subject.span, "swappedArguments", {
    name: call.name,
    text: written(subject),
    other: written(searched),
  });
}

/** Tells whether an expression is a text as clients and servers send it. */
function isSubject(expression: Expression): boolean {
  return expression.kind === "path" && typeof expression.start !== "string";
}

/** Tells whether a text is one that is looked for: a word, or a sign. */
function isSearched(text: string): boolean {
  if (text.length < 3) return /^\W+$/.test(text);
  return /^[\w./:@*+=?&-]+$/.test(text) && !/^\d+$/.test(text);
}

/** Finds positions in a text before the first. */
export function checkPosition({ arguments: [text, position] }: FunctionCall, checker: FunctionChecker): void {
  if (text?.kind === "literal") return;
  const value = position === undefined ? undefined : constantNumber(position);
  if (position !== undefined && value !== undefined && value < 1)
    checker.reporter.report(position.span, "substringPosition", { position: value });
}

function constantNumber(expression: Expression): number | undefined {
  if (expression.kind === "negate" && expression.operand.kind === "number") return -expression.operand.value;
  return expression.kind === "number" ? expression.value : undefined;
}

/** Finds a value that is joined with nothing. */
export function checkJoined(
  { name, nameSpan, arguments: [only, second] }: FunctionCall,
  checker: FunctionChecker,
): void {
  if (only !== undefined && only.kind !== "literal" && second === undefined)
    checker.reporter.report(nameSpan, "onlyArgument", { name });
}

/** Finds a separator behind what it has to separate. */
export function checkGlue(
  { name, arguments: [glue, only, ...others] }: FunctionCall,
  { reporter, typeOf }: FunctionChecker,
): void {
  if (glue === undefined || only?.kind !== "literal" || others.length > 0 || typeOf(glue) !== "nodes") return;
  const text = written(only);
  reporter.report(only.span, "gluePlace", { name, text, other: written(glue) });
}

function written({ span: { source, start, end } }: Expression): string {
  return source.text.slice(start, end);
}

/** Reports arguments that are numbers or booleans, of functions that take strings and node-sets only. */
export const takesText: NonNullable<FunctionDefinition["check"]> = (
  { name, arguments: args },
  { reporter, typeOf },
) => {
  for (const argument of args) {
    const found = typeOf(argument);
    if (found === "number" || found === "boolean")
      reporter.report(argument.span, "xpathNotText", { name, found });
  }
};
