import { type Emitted, emitPattern } from "./emit.js";
import { type Growth, growthOf } from "./growth.js";
import { type LinearForm, linearForm } from "./linear-form.js";
import { parsePattern } from "./parse.js";
import { PatternError } from "./syntax.js";

export type { Emitted } from "./emit.js";
export type { LinearForm } from "./linear-form.js";
export { PatternError } from "./syntax.js";

/** What is known of the time that matching takes. */
export interface PatternCost extends Growth {
  /** For an engine with linear time; only where the degree is above 1, and there are words for it. */
  readonly linear: LinearForm | undefined;
}

/** What a pattern is used for: whether there is a match, all of them, or also what groups captured. */
export type Use = "test" | "matches" | "groups";

/** The form of a pattern for an engine with linear time, if it does for that use. */
export function formFor({ linear, looksAhead }: PatternCost, use: Use): LinearForm | undefined {
  if (use !== "test" && looksAhead) return undefined;
  return use === "groups" && linear?.hasGroups === false ? undefined : linear;
}

export interface Translated extends Emitted {
  readonly cost: PatternCost;
}

/**
 * A Perl-compatible regular expression, without delimiters, as one of JavaScript; docs/language/patterns.md says where they
 * differ. `modifiers` are letters of `imsx`.
 * @throws PatternError
 */
export function translatePattern(pattern: string, modifiers = ""): Translated {
  const parsed = parsePattern(pattern, modifiers);
  const emitted = emitPattern(parsed);
  const growth = growthOf(parsed.root);
  const linear = growth.degree > 1 ? linearForm(parsed, emitted.flags.includes("i")) : undefined;
  try {
    const regexp = new RegExp(emitted.source, emitted.flags);
    // Some engines find out that an expression is too large for them only when they run it.
    if (Number.isFinite(growth.degree)) regexp.test("");
  } catch {
    throw new PatternError("JavaScript does not accept it");
  }
  return { ...emitted, cost: { ...growth, linear } };
}
