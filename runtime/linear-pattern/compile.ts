import { bounded } from "../flow/bounded-pattern.js";
import type { Context } from "../flow/context.js";
import { alert } from "../flow/errors.js";
import { keep } from "../limits/bounded-cache.js";
import { spend } from "../limits/work.js";
import type { Pattern } from "../pattern/bounded-pattern.js";
import { boundedLength, nativeLength } from "../pattern/bounds.js";
import { formFor, PatternError, translatePattern, type Use } from "../pattern/index.js";
import { accepted } from "./accepts.js";
import { linear } from "./linear.js";

/** A pattern that is known at run time only. */
export interface CompiledPattern {
  readonly pattern: RegExp | Pattern;
  /** JavaScript's number for each of the pattern's groups, from 1 on. */
  readonly groups: readonly number[];
}

/** How many patterns are kept. */
const maxKept = 200;

const kept = new Map<string, Compiled | string>();

interface Compiled extends CompiledPattern {
  /** How long a text may be, if the pattern is applied to short texts only. */
  readonly longest: number | undefined;
}

/** The compiled pattern; `undefined`, and an alert, if it cannot be used. */
export function compilePattern(
  $: Context,
  caller: string,
  use: Use,
  pattern: string,
  modifiers = "",
): CompiledPattern | undefined {
  const key = `${use}/${modifiers}/${pattern}`;
  const found = kept.get(key) ?? keep(kept, maxKept, key, compile(use, pattern, modifiers));
  if (typeof found === "string") {
    alert($, caller, `The pattern ${JSON.stringify(shortened(pattern))} cannot be used: ${found}.`);
    return undefined;
  }
  const { pattern: compiled, longest } = found;
  if (longest === undefined || !(compiled instanceof RegExp)) return found;
  return { ...found, pattern: bounded($, compiled, longest) };
}

/** Steps for reading a pattern and finding out what it may cost. */
const stepsOfCompiling = 100_000;

/**
 * A compiled pattern, or what is wrong with it.
 * @throws WorkLimitError
 */
function compile(use: Use, pattern: string, modifiers: string): Compiled | string {
  spend(stepsOfCompiling);
  try {
    const { source, flags, groups, cost } = translatePattern(pattern, modifiers);
    const native = new RegExp(source, `g${flags}`);
    if (cost.degree === 1) return { pattern: native, groups, longest: undefined };
    const form = accepted(formFor(cost, use));
    if (form !== undefined)
      return { pattern: linear(native, form.source, nativeLength(cost.degree)), groups, longest: undefined };
    if (!Number.isFinite(cost.degree)) return "some texts would keep it busy for very long";
    return { pattern: native, groups, longest: boundedLength(cost.degree) };
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}

function shortened(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
