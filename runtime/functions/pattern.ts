import type { Context } from "../context.js";
import { alert } from "../errors.js";
import { keep } from "../keep.js";
import { PatternError, translatePattern } from "../pattern/index.js";

/** A pattern that is known at run time only. */
export interface CompiledPattern {
  readonly regexp: RegExp;
  /** JavaScript's number for each of the pattern's groups, from 1 on. */
  readonly groups: readonly number[];
}

/** How many patterns are kept. */
const MAX_KEPT = 200;

const kept = new Map<string, CompiledPattern | string>();

/** The compiled pattern, with the flag `g`; `undefined` for one that cannot be used, which is logged. */
export function compilePattern(
  $: Context,
  caller: string,
  pattern: string,
  modifiers = "",
): CompiledPattern | undefined {
  const key = `${modifiers}/${pattern}`;
  const found = kept.get(key) ?? keep(kept, MAX_KEPT, key, compile(pattern, modifiers));
  if (typeof found !== "string") return found;
  alert($, caller, `The pattern ${JSON.stringify(shortened(pattern))} cannot be used: ${found}.`);
  return undefined;
}

/** What is wrong with the pattern, if anything is. */
function compile(pattern: string, modifiers: string): CompiledPattern | string {
  try {
    const { source, flags, groups, isExplosive } = translatePattern(pattern, modifiers);
    if (isExplosive === undefined) return "it is too large";
    if (isExplosive) return "some texts would keep it busy for very long";
    return { regexp: new RegExp(source, `g${flags}`), groups };
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}

const shortened = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text);
