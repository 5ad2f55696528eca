import { PatternError, translatePattern } from "../../../runtime/pattern/index.js";

/**
 * The pattern of a schema as validators take it: a regular expression of ECMAScript with the flag `u`. Patterns that
 * are none, but Perl-compatible, are translated where that needs no other flag. Undefined for anything else.
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
