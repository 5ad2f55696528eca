import type { Context } from "../context.js";
import { compilePattern } from "./pattern.js";

/** `matches()`: whether the pattern matches some part of the text. */
export function matches(text: string, pattern: RegExp): boolean {
  return text.search(pattern) >= 0;
}

/** `matches()` with a pattern that is known at run time only; one that cannot be used matches nothing. */
export function matchesPattern($: Context, text: string, pattern: string, modifiers?: string): boolean {
  const compiled = compilePattern($, "matches", pattern, modifiers);
  return compiled !== undefined && matches(text, compiled.regexp);
}
