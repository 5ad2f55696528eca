import { type Emitted, emitPattern } from "./emit.js";
import { isExplosive } from "./explosive.js";
import { parsePattern } from "./parse.js";
import { PatternError } from "./syntax.js";

export type { Emitted } from "./emit.js";
export { PatternError } from "./syntax.js";

export interface Translated extends Emitted {
  /** Some texts keep it busy for very long; `undefined` for a pattern that is too large to tell. */
  readonly isExplosive: boolean | undefined;
}

/**
 * A Perl-compatible regular expression, without delimiters, as one of JavaScript; docs/language/patterns.md says where they
 * differ. `modifiers` are letters of `imsx`.
 * @throws PatternError
 */
export function translatePattern(pattern: string, modifiers = ""): Translated {
  const parsed = parsePattern(pattern, modifiers);
  const translated = { ...emitPattern(parsed), isExplosive: isExplosive(parsed.root) };
  try {
    const regexp = new RegExp(translated.source, translated.flags);
    // Some engines find out that an expression is too large for them only when they run it.
    if (translated.isExplosive === false) regexp.test("");
  } catch {
    throw new PatternError("JavaScript does not accept it");
  }
  return translated;
}
