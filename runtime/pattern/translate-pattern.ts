import { type Emitted, emitPattern } from "./emit.js";
import { type LinearForm, linearForm } from "./linear-form.js";
import { parsePattern } from "./parse-pattern.js";
import { StepCounter } from "./steps.js";
import { type ParsedPattern, PatternError } from "./syntax.js";

export type { LinearForm } from "./linear-form.js";
export { PatternError } from "./syntax.js";

/** Which engine may match which texts. */
export interface PatternCost {
  /** JavaScript's engine may match texts of up to so many UTF-16 units; infinite if its steps are as many as theirs. */
  readonly nativeLength: number;
  /** It may match texts of up to so many, each at some cost, if there is no other engine for the pattern. */
  readonly boundedLength: number;
  /** The pattern for an engine with linear time; undefined if none is needed, or if it cannot be written for one. */
  readonly linear: LinearForm | undefined;
}

/** The purpose of a pattern: to test for a match, to find all matches, or also what groups captured. */
export type Use = "test" | "matches" | "groups";

/** The form of a pattern for an engine with linear time, if that can serve for the use. */
export function formFor({ linear }: PatternCost, use: Use): LinearForm | undefined {
  return use === "groups" && linear?.hasGroups === false ? undefined : linear;
}

/** The steps for one character that JavaScript's engine may take always, and those that do not depend on the text. */
const stepsPerCharacter = 1_000;
const fewSteps = 10_000;

/** The steps that it may take if there is no other engine for a pattern: some ten milliseconds. */
const manySteps = 10_000_000;

/** Longer texts are those of any length. */
const lengths = [2, 4, 6, 8, 12, 16, 24, 32, 48, 64, 128, 256, 512, 1_024, 65_536, 67_108_864];

/** @param ignoresCase true if the JavaScript has the flag `i` */
export function costOf(pattern: ParsedPattern, ignoresCase: boolean): PatternCost {
  const counter = new StepCounter(pattern.root);
  const nativeLength = longest(counter, (length) => fewSteps + length * stepsPerCharacter);
  if (nativeLength === Number.POSITIVE_INFINITY)
    return { nativeLength, boundedLength: nativeLength, linear: undefined };
  const boundedLength = longest(counter, () => manySteps);
  return { nativeLength, boundedLength, linear: linearForm(pattern, ignoresCase) };
}

function longest(counter: StepCounter, allowed: (length: number) => number): number {
  const beyond = lengths.findIndex((length) => counter.count(length) > allowed(length));
  return beyond < 0 ? Number.POSITIVE_INFINITY : (lengths[beyond - 1] ?? 0);
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
  const cost = costOf(parsed, emitted.flags.includes("i"));
  try {
    const regexp = new RegExp(emitted.source, emitted.flags);
    // Some engines notice only when they run an expression that it is too large for them.
    if (cost.boundedLength > 0) regexp.test("");
  } catch {
    throw new PatternError("JavaScript does not accept it");
  }
  return { ...emitted, cost };
}
