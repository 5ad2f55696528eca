import { emptySet, type NodeSet } from "../../data/model/node-set.js";
import type { Context } from "../../request/context.js";
import { matches, replace, replacement, split } from "../functions/matching-functions.js";
import { compilePattern } from "./compile-pattern.js";

/** `matches()` with a pattern that is known at run time only. A pattern that cannot be used matches nothing. */
export function matchesPattern($: Context, text: string, pattern: string, modifiers?: string): boolean {
  const compiled = compilePattern($, "matches", "test", pattern, modifiers);
  return compiled !== undefined && matches(text, compiled.pattern);
}

/** `replace()` with a pattern that is known at run time only. If it cannot be used, the result is empty. */
export function replacePattern(
  $: Context,
  text: string,
  pattern: string,
  replaced: string,
  modifiers?: string,
): string {
  const use = replaced.includes("$") ? "groups" : "matches";
  const compiled = compilePattern($, "replace", use, pattern, modifiers);
  if (compiled === undefined) return "";
  return replace(text, compiled.pattern, replacement(replaced, ...compiled.groups));
}

/** `split()` with a pattern that is known at run time only. If it cannot be used, there are no tokens. */
export function splitPattern($: Context, text: string, pattern: string): NodeSet {
  const compiled = compilePattern($, "split", "matches", pattern);
  return compiled === undefined ? emptySet : split(text, compiled.pattern);
}
