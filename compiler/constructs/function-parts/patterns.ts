import {
  PatternError,
  type Translated,
  translatePattern,
  type Use,
} from "../../../runtime/pattern/translate-pattern.js";
import { $, call, number, quote, regexp } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { CallGenerator } from "../../language/function-definition.js";
import { withoutDelimiters } from "../../parse/pattern/delimiters.js";
import { checkCost, guardOf } from "../../parse/pattern/guard.js";
import type { Expression } from "../../syntax/xpath.js";

/** The constant regular expression of a call, for JavaScript; `undefined` where it is not constant, or not usable. */
export function constantPattern(
  pattern: Expression | undefined,
  modifiers: Expression | undefined,
): Translated | undefined {
  const found = translated(pattern, modifiers);
  return found instanceof PatternError ? undefined : found;
}

/** Reports a regular expression that cannot be used, or that makes it easy to keep the app busy. */
export function checkPattern(
  pattern: Expression | undefined,
  modifiers: Expression | undefined,
  use: Use,
  reporter: Reporter,
  input?: Expression,
): void {
  if (pattern === undefined) return;
  const found = translated(pattern, modifiers);
  if (pattern.kind === "literal" && withoutDelimiters(pattern.value) !== undefined)
    reporter.report(pattern.span, "patternSlashes");
  if (found instanceof PatternError) reporter.report(pattern.span, "pattern", { reason: found.message });
  else if (found !== undefined) checkCost(found.cost, use, pattern.span, reporter);
  else if (isFromClient(pattern))
    reporter.report(pattern.span, "clientPattern", { isSwapped: input?.kind === "literal" });
}

/** Tells whether a text is one that the client sends. */
export function isFromClient(expression: Expression): boolean {
  switch (expression.kind) {
    case "variable":
      return expression.name === "request" || expression.name === "body";
    case "path":
      return typeof expression.start !== "string" && isFromClient(expression.start);
    case "call":
      return expression.arguments.some(isFromClient);
    default:
      return false;
  }
}

/** The constant pattern: a regular expression literal, and what keeps long texts from it where they could take long. */
export function patternCode(pattern: Translated, use: Use, helper: CallGenerator["use"]): Doc {
  const guard = guardOf(pattern.cost, use);
  const literal = regexp(new RegExp(pattern.source, use === "test" ? pattern.flags : `g${pattern.flags}`));
  switch (guard.kind) {
    case "none":
      return literal;
    case "linear":
      return call(helper("linear"), [literal, quote(guard.form.source), number(guard.nativeLength)]);
    case "bounded":
      return call(helper("bounded"), [$, literal, number(guard.longest)]);
    default:
      return guard satisfies never;
  }
}

function translated(
  pattern: Expression | undefined,
  modifiers: Expression | undefined,
): Translated | PatternError | undefined {
  if (pattern?.kind !== "literal") return undefined;
  if (modifiers !== undefined && modifiers.kind !== "literal") return undefined;
  try {
    return translatePattern(pattern.value, modifiers?.value);
  } catch (error) {
    if (error instanceof PatternError) return error;
    throw error;
  }
}
