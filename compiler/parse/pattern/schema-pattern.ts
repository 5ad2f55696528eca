import { PatternError, translatePattern } from "../../../runtime/pattern/translate-pattern.js";

/**
 * Returns the pattern of a schema as validators need it: a regular expression of ECMAScript with the flag
 * `u`. Translates Perl-compatible patterns if they need no other flag. Returns `undefined` for anything else.
 */
export function ecmaScriptPattern(pattern: string): string | undefined {
  if (isPattern(pattern)) return pattern;
  try {
    const { source, flags } = translatePattern(pattern);
    return flags === "u" && isPattern(source) ? source : undefined;
  } catch (error) {
    if (error instanceof PatternError) return undefined;
    throw error;
  }
}

function isPattern(source: string): boolean {
  try {
    new RegExp(source, "u").test("");
    return true;
  } catch {
    return false;
  }
}
