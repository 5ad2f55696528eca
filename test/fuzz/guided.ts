/**
 * Looks for inputs that break a promise: what a target throws, other than it may, and what needs more work than any
 * input of that size. It keeps what runs blocks that nothing before it ran, or oftener, and changes that further.
 */
import { lastBlocks, measure } from "./meter.js";
import { mutated } from "./mutate.js";
import { Random } from "./random.js";
import type { Target } from "./target.js";

export interface GuidedFinding {
  readonly kind: "thrown" | "work";
  readonly target: string;
  readonly input: string;
  readonly error: string;
}

export interface GuidedEffort {
  readonly seed: number;
  readonly until: number;
  readonly runs: number;
  /** Inputs to begin with, beside the samples of the target. */
  readonly corpus: readonly string[];
  onRun?(target: Target, input: string): void;
}

export interface GuidedResult {
  readonly runs: number;
  /** Blocks that ran. */
  readonly covered: number;
  readonly finding?: GuidedFinding;
  /** The inputs that ran something new, in the order in which they were found. */
  readonly corpus: readonly string[];
}

/** The work that an input of that size may need. */
const mostWork = (size: number): number => 2_000_000 + 20_000 * size;

export async function searchGuided(target: Target, effort: GuidedEffort): Promise<GuidedResult> {
  const random = new Random(effort.seed);
  const seen = new Uint8Array(lastBlocks().length);
  const corpus: string[] = [];
  let runs = 0;
  const attempt = async (input: string): Promise<GuidedFinding | undefined> => {
    runs++;
    effort.onRun?.(target, input);
    const { isOver, thrown } = await measure(() => target.run(input), mostWork(input.length));
    if (isOver)
      return {
        kind: "work",
        target: target.name,
        input,
        error: `More than ${mostWork(input.length)} steps.`,
      };
    if (thrown !== undefined && target.isExpected?.(thrown) !== true) {
      return { kind: "thrown", target: target.name, input, error: described(thrown) };
    }
    if (addNew(seen)) corpus.push(input);
    return undefined;
  };
  const finish = async (finding: GuidedFinding | undefined): Promise<GuidedResult> => ({
    runs,
    covered: seen.reduce((sum, bits) => sum + (bits === 0 ? 0 : 1), 0),
    corpus,
    ...(finding === undefined ? {} : { finding: await minimised(finding, attempt) }),
  });

  for (const input of ["", ...target.dictionary.samples, ...effort.corpus]) {
    const finding = await attempt(input);
    if (finding !== undefined) return finish(finding);
  }
  if (corpus.length === 0) corpus.push("");
  while (runs < effort.runs && performance.now() < effort.until) {
    // The last inputs are most worth a look.
    const recent = corpus.slice(-20);
    const base = random.oneIn(2) ? random.pick(recent) : random.pick(corpus);
    const finding = await attempt(mutated(random, base, random.pick(corpus), target.dictionary));
    if (finding !== undefined) return finish(finding);
  }
  return finish(undefined);
}

/** Returns true if the last run did something new: a block, or one in another order of magnitude. */
function addNew(seen: Uint8Array): boolean {
  let isNew = false;
  const blocks = lastBlocks();
  for (let index = 0; index < blocks.length; index++) {
    const times = blocks[index] as number;
    if (times === 0) continue;
    const bit = 1 << Math.min(7, 31 - Math.clz32(times));
    const known = seen[index] as number;
    if ((known & bit) !== 0) continue;
    seen[index] = known | bit;
    isNew = true;
  }
  return isNew;
}

const described = (thrown: unknown): string =>
  thrown instanceof Error
    ? (thrown.stack ?? String(thrown)).split("\n").slice(0, 6).join("\n")
    : String(thrown);

/** Leaves out what the finding does not need. */
async function minimised(
  found: GuidedFinding,
  attempt: (input: string) => Promise<GuidedFinding | undefined>,
): Promise<GuidedFinding> {
  let best = found;
  for (
    let length = Math.ceil(best.input.length / 2);
    length >= 1;
    length = length === 1 ? 0 : Math.ceil(length / 2)
  ) {
    for (let at = 0; at < best.input.length; ) {
      const shorter = best.input.slice(0, at) + best.input.slice(at + length);
      const finding = await attempt(shorter);
      if (finding?.kind === found.kind) best = finding;
      else at += length;
    }
  }
  return best;
}
