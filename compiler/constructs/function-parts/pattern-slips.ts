import type { Translated } from "../../../runtime/pattern/translate-pattern.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import { type Span, textOf } from "../../source/source-text.js";
import type { Expression, FunctionCall } from "../../syntax/xpath.js";
import { isRegularExpression } from "./arguments.js";
import { constantPattern } from "./patterns.js";

/** Finds a sign that separates and that means something else in a regular expression, and one that matches nothing at every place. */
export function checkSeparator(
  { name }: FunctionCall,
  pattern: Expression | undefined,
  reporter: Reporter,
): void {
  if (pattern?.kind !== "literal" || pattern.value === "") return;
  const text = pattern.value;
  if (isSign(text)) {
    const written = textOf(pattern.span);
    const escaped = written.replace(/[.|^$]/g, "\\$&");
    reporter.report(pattern.span, "separatorPattern", { name, text: written, escaped });
  } else if (matchesEverything(pattern, undefined))
    reporter.report(pattern.span, "emptyMatches", { name, isTest: false });
}

/** Tells whether a text has nothing but signs and white space, one of which is one of a regular expression. */
function isSign(text: string): boolean {
  return /^[.\s,;:/|^$#_-]+$/.test(text) && /[.^$]|^\s*\|+\s*$/.test(text);
}

/** Finds a point that is replaced by another sign, or removed, and with it all that there is. */
export function checkReplacedSign(
  call: FunctionCall,
  pattern: Expression | undefined,
  replacement: Expression | undefined,
  reporter: Reporter,
): void {
  if (pattern?.kind !== "literal" || replacement?.kind !== "literal") return;
  // Signs as these stand for what is hidden.
  const isMask = /^[*xX#•?]+$|\$/.test(replacement.value);
  if ((pattern.value === "." && !isMask) || pattern.value === "|") checkSeparator(call, pattern, reporter);
}

/** Finds a constant text in which there is nothing to replace, as where the text comes last. */
export function checkReplacedConstant(
  call: FunctionCall,
  input: Expression | undefined,
  pattern: Expression | undefined,
  modifiers: Expression | undefined,
  reporter: Reporter,
): void {
  const translated = constantPattern(pattern, modifiers);
  if (translated === undefined || input?.kind !== "literal") return;
  const last = call.arguments[2] ?? input;
  const isPattern = last.kind !== "literal" && isRegularExpression(input.value);
  const isFound = new RegExp(translated.source, translated.flags).test(input.value);
  if (isFound && translated.source !== "(?:)" && !isPattern) return;
  const other = textOf(last.span);
  reporter.report(input.span, "swappedArguments", { name: call.name, text: textOf(input.span), other });
}

/** Finds a regular expression that matches every text. */
export function checkTest(
  { name }: FunctionCall,
  pattern: Expression | undefined,
  modifiers: Expression | undefined,
  reporter: Reporter,
): void {
  if (pattern !== undefined && matchesEverything(pattern, modifiers))
    reporter.report(pattern.span, "emptyMatches", { name, isTest: true });
}

/** Tells whether it matches the empty text at the beginning of any text: nothing in it asks what stands around. */
function matchesEverything(pattern: Expression, modifiers: Expression | undefined): boolean {
  const translated = constantPattern(pattern, modifiers);
  if (translated === undefined || pattern.kind !== "literal") return false;
  if (/[$\\]|\(\?/.test(pattern.value.replace(/\\[dwsDWS.*+?|^$()[\]{}]/g, ""))) return false;
  return new RegExp(translated.source, translated.flags).test("");
}

/** Finds groups that the regular expression of a function does not have, and those of other languages. */
export function checkGroups(
  pattern: Expression | undefined,
  modifiers: Expression | undefined,
  replacement: Expression | undefined,
  reporter: Reporter,
): void {
  const translated = constantPattern(pattern, modifiers);
  if (translated !== undefined && replacement?.kind === "literal")
    checkGroupsIn(replacement.value, translated, replacement.span, reporter);
}

/** The same, where the replacement is known. */
export function checkGroupsIn(
  replacement: string,
  { groups: { length: count } }: Pick<Translated, "groups">,
  span: Span,
  reporter: Reporter,
): void {
  for (const [group, backslash, dollar, braced] of replacement.matchAll(/\\(\d)|\$(\d\d?)|\$\{(\d\d?)\}/g)) {
    const number = Number(dollar ?? braced ?? 0);
    if (backslash === undefined && number <= count) continue;
    const meant = backslash === undefined ? undefined : `$${backslash}`;
    reporter.report(span, "missingGroup", { group, count, meant });
    return;
  }
}
