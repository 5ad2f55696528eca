import { keep } from "../../base/bounded-cache.js";
import { spend } from "../../base/work.js";
import type { Pattern } from "../../pattern/bounded-pattern.js";
import { accepted, linear } from "../../pattern/linear/linear.js";
import { maxLength } from "../../pattern/parse-pattern.js";
import { formFor, PatternError, translatePattern, type Use } from "../../pattern/translate-pattern.js";
import { shortened } from "../../request/alerting-pattern.js";
import type { Context } from "../../request/context.js";
import { alert } from "../../request/flow-errors.js";

/** A pattern that is known at run time only. */
export interface CompiledPattern {
  readonly pattern: RegExp | Pattern;
  /** JavaScript's number for each of the pattern's groups, from 1 on. */
  readonly groups: readonly number[];
}

/** How many patterns are kept. */
const maxKept = 200;

const kept = new Map<string, CompiledPattern | string>();

/** The compiled pattern; `undefined`, and an alert, if it cannot be used. */
export function compilePattern(
  $: Context,
  caller: string,
  use: Use,
  pattern: string,
  modifiers = "",
): CompiledPattern | undefined {
  // Of a pattern that is too long, whatever its length, nothing more is read, counted and kept.
  const head = pattern.slice(0, maxLength + 1);
  const key = `${use}/${modifiers}/${head}`;
  spend(key.length / unitsPerStep);
  const found = kept.get(key) ?? keep(kept, maxKept, key, compile(use, head, modifiers));
  if (typeof found !== "string") return found;
  alert($, caller, `The pattern ${JSON.stringify(shortened(pattern))} cannot be used: ${found}.`);
  return undefined;
}

/** How many UTF-16 units of a pattern are looked up in a step. */
const unitsPerStep = 64;

/** Steps for reading a pattern and finding out what it may cost. */
const stepsOfCompiling = 100_000;

/**
 * A compiled pattern, or what is wrong with it.
 * @throws WorkLimitError
 */
function compile(use: Use, pattern: string, modifiers: string): CompiledPattern | string {
  spend(stepsOfCompiling);
  try {
    const { source, flags, groups, cost } = translatePattern(pattern, modifiers);
    const native = new RegExp(source, `g${flags}`);
    if (cost.nativeLength === Number.POSITIVE_INFINITY) return { pattern: native, groups };
    const form = accepted(formFor(cost, use));
    if (form === undefined)
      return "some texts could keep it busy for very long, and no other engine has all of its parts";
    return { pattern: linear(native, form.source, cost.nativeLength), groups };
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}
