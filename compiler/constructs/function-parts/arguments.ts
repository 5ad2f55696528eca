import { parseNumber } from "../../../runtime/data/model/string-value.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { FunctionChecker, FunctionDefinition } from "../../language/function-definition.js";
import type { Expression, FunctionCall } from "../../syntax/xpath.js";

/**
 * Finds a constant in the place of the text that a function searches. A list of words may stand there on purpose, to
 * ask whether a value is one of them.
 */
export function checkSubject(call: FunctionCall, { reporter }: FunctionChecker): void {
  const [subject, searched] = call.arguments;
  if (subject?.kind !== "literal" || searched === undefined || !isSubject(searched)) return;
  // What a text begins with is never asked of a constant.
  const isLetters = call.name !== "contains" && /[a-z]/i.test(subject.value);
  if (isLetters || isSearched(subject.value)) reportSwapped(call, subject, searched, reporter);
}

/** Finds a constant where a function with a pattern takes the text, and a text where it takes the pattern. */
export function checkMatched(
  call: FunctionCall,
  { reporter }: FunctionChecker,
  isPattern: (text: string) => boolean,
): void {
  const [subject, pattern] = call.arguments;
  if (subject?.kind !== "literal" || pattern === undefined || !isSubject(pattern)) return;
  if (isPattern(subject.value)) reportSwapped(call, subject, pattern, reporter);
}

function reportSwapped(call: FunctionCall, subject: Expression, other: Expression, reporter: Reporter): void {
  const names = { name: call.name, text: written(subject), other: written(other) };
  reporter.report(subject.span, "swappedArguments", names);
}

/** Tells whether an expression is a text as clients and servers send it. */
function isSubject(expression: Expression): boolean {
  if (expression.kind === "call")
    return expression.name === "string" && expression.arguments.every(isSubject);
  return (
    expression.kind === "variable" || (expression.kind === "path" && typeof expression.start !== "string")
  );
}

/** Tells whether a text has signs that only a regular expression has. */
export function isRegularExpression(text: string): boolean {
  return /^\^|\.[*+]|\\[dwsb.]|\[\^?(?:\w-\w)+\]|\$$|\(\?/.test(text);
}

/** Finds a regular expression where a text is looked for, as in `starts-with($request/path, '/orders/*')`, and a text of another case. */
export const checkSearched: NonNullable<FunctionDefinition["check"]> = (call, checker) => {
  checkSubject(call, checker);
  const [subject, searched] = call.arguments;
  if (searched?.kind !== "literal" || subject === undefined) return;
  const text = searched.value;
  const hasPattern = isRegularExpression(text) && !/^[$^]$/.test(text);
  if (hasPattern || (call.name === "starts-with" && /^\/.*\/\*+$/.test(text)))
    checker.reporter.report(searched.span, "patternAsText", { name: call.name });
};

/** Finds words where characters are replaced. */
export const checkTranslation: NonNullable<FunctionDefinition["check"]> = (
  { arguments: [, from, to] },
  { reporter },
) => {
  if (from?.kind !== "literal" || to === undefined) return;
  const characters = [...from.value];
  if (characters.length === 0) reporter.report(from.span, "translation", { problem: "empty" });
  else if (to.kind === "literal" && [...to.value].length > characters.length)
    reporter.report(to.span, "translation", { problem: "longer" });
  else if (new Set(characters).size < characters.length)
    reporter.report(from.span, "translation", { problem: "repeated" });
};

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
  if (expression.kind === "literal") return parseNumber(expression.value);
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
  if (glue !== undefined && only === undefined)
    reporter.report(glue.span, "joinsNothing", {
      name,
      isGlue: glue.kind === "literal",
      text: written(glue),
    });
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

/** Finds the field of a client's credentials as a whole, with the scheme before them (RFC 9110 §11.4). */
export function checkScheme(
  name: string,
  credentials: Expression | undefined,
  scheme: string,
  reporter: Reporter,
): void {
  const path = credentials && written(credentials).replace(/\s+/g, "");
  if (credentials !== undefined && path === "$request/headers/authorization")
    reporter.report(credentials.span, "schemeBefore", { name, path, scheme });
}

/** Finds a token that begins with the space behind its scheme. */
export function checkRest(token: Expression | undefined, reporter: Reporter): void {
  if (token?.kind !== "call" || token.name !== "substring-after") return;
  const [, scheme] = token.arguments;
  if (scheme?.kind === "literal" && /^(bearer|basic)$/i.test(scheme.value))
    reporter.report(scheme.span, "spaceBefore", { scheme: scheme.value });
}

/** Finds signs that are encoded, too, although they part a URL: `urlencode(concat("q=", …))`. */
export function checkEncoded({ arguments: [encoded] }: FunctionCall, { reporter }: FunctionChecker): void {
  const parts = encoded?.kind === "call" && encoded.name === "concat" ? encoded.arguments : [];
  const [first] = parts;
  if (first?.kind === "literal" && /^[?&]?[\w-]+=$|:\/\//.test(first.value))
    reporter.report(first.span, "encodedSeparator", { text: first.value });
}
