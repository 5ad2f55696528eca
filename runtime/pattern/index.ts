import { type Emitted, emitPattern } from "./emit.js";
import { type Growth, growthOf } from "./growth.js";
import { type LinearForm, linearForm } from "./linear-form.js";
import { parsePattern } from "./parse.js";
import { PatternError } from "./syntax.js";

export type { Emitted } from "./emit.js";
export type { LinearForm } from "./linear-form.js";
export { PatternError } from "./syntax.js";

/** What is known about the time that matching takes. */
export interface PatternCost extends Growth {
  /** The pattern for an engine with linear time; undefined if the degree is 1, or if it cannot be written for one. */
  readonly linear: LinearForm | undefined;
}

/** What a pattern is used for: to tell whether there is a match, to find all matches, or also what groups captured. */
export type Use = "test" | "matches" | "groups";

/** The form of a pattern for an engine with linear time, if that can serve for the use. */
export function formFor({ linear, looksAhead }: PatternCost, use: Use): LinearForm | undefined {
  if (use !== "test" && looksAhead) return undefined;
  return use === "groups" && linear?.hasGroups === false ? undefined : linear;
}

export interface Translated extends Emitted {
  readonly cost: PatternCost;
}

/**
 * Translates a Perl-compatible regular expression, without delimiters, to JavaScript; docs/language/patterns.md says
 * where the two differ.
 * @param modifiers letters of `imsx`
 * @throws PatternError
 */
export function translatePattern(pattern: string, modifiers = ""): Translated {
  const parsed = parsePattern(pattern, modifiers);
  const emitted = emitPattern(parsed);
  const growth = growthOf(parsed.root);
  const linear = growth.degree > 1 ? linearForm(parsed, emitted.flags.includes("i")) : undefined;
  try {
    const regexp = new RegExp(emitted.source, emitted.flags);
    // Some engines notice only when they run an expression that it is too large for them.
    if (Number.isFinite(growth.degree)) regexp.test("");
  } catch {
    throw new PatternError("JavaScript does not accept it");
  }
  return { ...emitted, cost: { ...growth, linear } };
}
