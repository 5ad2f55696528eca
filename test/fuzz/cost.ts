/** Looks for inputs whose cost grows faster than n log n, by counting work in inputs of one make and growing size. */
import { type Measured, measure } from "./meter.js";
import { Random } from "./random.js";
import { type Recipe, randomRecipe, render, simpleRecipes, simpler } from "./recipe.js";
import type { Target } from "./target.js";

export interface CostFinding {
  readonly kind: "cost" | "time" | "thrown";
  readonly target: string;
  readonly recipe: Recipe;
  readonly measurements: readonly Measurement[];
  /**
   * The exponent of the growth at the end: 1 where work doubles with the size, 2 where it quadruples. There is none where
   * the first size is too much already.
   */
  readonly exponent?: number;
  /** The error that was thrown and should not be. */
  readonly error?: string;
}

export interface Measurement {
  readonly size: number;
  readonly work: number;
  readonly milliseconds: number;
  /** It did more than any input of that size may, and was ended. */
  readonly isOver: boolean;
}

/** The characters of the first look at an input; the second has four times as many. */
const firstSize = 800;

/** Sizes for the proof, as multiples of the first one. */
const proofFactors = [1, 2, 4, 8];
const firstProofSize = 1_000;

/** Above this, growth is looked at more closely. What is linear has 1; n log n at these sizes 1.12. */
const suspiciousExponent = 1.3;

/** Above this from each size to the next, growth is a finding. */
const provenExponent = 1.4;

/** Work too small to tell anything. */
const leastWork = 4_000;

/** The work that no input of that size may need: about a hundred times that of the costliest reader. */
const mostWork = (size: number): number => 500_000 + 1_000 * size;

/** Milliseconds that a run may take whatever was counted. Beyond it, something costs that no counter sees. */
const mostTime = 400;

/** To make a finding smaller. */
const mostAttempts = 120;

export interface Effort {
  readonly seed: number;
  /** When to stop, as `performance.now()` has it; at least the simple recipes are tried, unless there are too many. */
  readonly until: number;
  /** Recipes at most. */
  readonly tries: number;
  /** True if time counts, too. It says nothing where other programs are busy. */
  readonly isTimed: boolean;
  /** Told before each run: what to blame if it never ends. */
  onRun?(target: Target, recipe: Recipe, size: number): void;
}

/** The first finding of a target, made as small as it can be; `undefined` if there is none. */
export async function searchCost(target: Target, effort: Effort): Promise<CostFinding | undefined> {
  const random = new Random(effort.seed);
  const simple = simpleRecipes(random, target.dictionary);
  const costly: { readonly recipe: Recipe; readonly exponent: number }[] = [];
  for (let tries = 0; tries < effort.tries && performance.now() < effort.until; tries++) {
    const near = costly.length === 0 ? undefined : random.pick(costly).recipe;
    // Every other one: simple ones must not take all the tries where there are few.
    const recipe =
      (tries % 2 === 0 ? simple[tries / 2] : undefined) ?? randomRecipe(random, target.dictionary, near);
    if (recipe.phases.length === 0) continue;
    const finding = await judge(target, recipe, effort, costly);
    if (finding !== undefined) return minimise(target, finding, effort);
  }
  return undefined;
}

async function judge(
  target: Target,
  recipe: Recipe,
  effort: Effort,
  costly: { readonly recipe: Recipe; readonly exponent: number }[],
): Promise<CostFinding | undefined> {
  const least = await run(target, recipe, 0, effort);
  const small = await run(target, recipe, sizeFor(target, firstSize), effort);
  const large = await run(target, recipe, sizeFor(target, firstSize * 4), effort);
  for (const each of [small, large]) {
    if (each.thrown !== undefined && !isExpected(target, each.thrown))
      return thrownFinding(target, recipe, each);
  }
  const grown = large.work - least.work;
  const exponent = Math.log(grown / Math.max(1, small.work - least.work)) / Math.log(4);
  if (grown < leastWork && large.time < mostTime) return undefined;
  if (costly.length < 12) costly.push({ recipe, exponent });
  else {
    const weakest = costly.reduce((a, b) => (b.exponent < a.exponent ? b : a));
    if (exponent > weakest.exponent) costly[costly.indexOf(weakest)] = { recipe, exponent };
  }
  const isSlow = effort.isTimed && large.time > mostTime;
  const isFast = target.most === undefined && exponent >= suspiciousExponent;
  if (!large.isOver && !isFast && !isSlow) return undefined;
  return proven(target, recipe, effort);
}

/** Measures it in growing sizes; `undefined` if it does not grow too fast after all. */
export async function proven(
  target: Target,
  recipe: Recipe,
  effort: Effort,
): Promise<CostFinding | undefined> {
  await run(target, recipe, 0, effort); // what is done once and kept counts for no size
  const measurements: Measurement[] = [];
  const first = sizeFor(target, firstProofSize * 8) / 8;
  for (const factor of proofFactors) {
    const size = Math.floor(first * factor);
    const { work, isOver, time } = await run(target, recipe, size, effort);
    measurements.push({ size, work, milliseconds: Math.round(time), isOver });
    if (isOver || time > 10 * mostTime) break;
  }
  const finding = { target: target.name, recipe, measurements };
  const last = measurements.at(-1) as Measurement;
  const [a, b] = measurements.slice(-2) as [Measurement, Measurement];
  if (measurements.length < 2) return { ...finding, kind: last.isOver ? "cost" : "time" };
  const exponent = growthOf(measurements);
  if (last.isOver || (target.most === undefined && exponent > provenExponent && last.work > 10 * leastWork)) {
    return { ...finding, kind: "cost", exponent };
  }
  const timeExponent = Math.log2(b.milliseconds / Math.max(1, a.milliseconds));
  if (effort.isTimed && b.milliseconds > mostTime && timeExponent > provenExponent) {
    return { ...finding, kind: "time", exponent: timeExponent };
  }
  return undefined;
}

/**
 * The least exponent of late, from what each size needs more than the one before: what all of them need, however little they
 * have in common with an empty input, is in none of these.
 */
function growthOf(measurements: readonly Measurement[]): number {
  const more = measurements
    .slice(1)
    .map(({ work }, index) => work - (measurements[index] as Measurement).work);
  if (more.length === 1)
    return Math.log2((measurements[1] as Measurement).work / (measurements[0] as Measurement).work);
  const exponents = more.slice(1).map((one, index) => Math.log2(one / Math.max(1, more[index] as number)));
  return Math.min(...exponents.slice(-2));
}

const thrownFinding = (target: Target, recipe: Recipe, { work, time, thrown }: Measured): CostFinding => ({
  kind: "thrown",
  target: target.name,
  recipe,
  measurements: [{ size: firstSize, work, milliseconds: Math.round(time), isOver: false }],
  error: thrown instanceof Error ? (thrown.stack ?? String(thrown)) : String(thrown),
});

export const isExpected = (target: Target, thrown: unknown): boolean => target.isExpected?.(thrown) ?? false;

const sizeFor = ({ longest = Number.POSITIVE_INFINITY }: Target, size: number): number =>
  Math.min(size, longest);

function run(target: Target, recipe: Recipe, size: number, effort: Effort): Promise<Measured> {
  const text = render(recipe, size);
  effort.onRun?.(target, recipe, size);
  return measure(() => target.run(text), target.most ?? mostWork(text.length));
}

/** Leaves out what the finding does not need. */
async function minimise(target: Target, found: CostFinding, effort: Effort): Promise<CostFinding> {
  if (found.kind === "time") return found;
  let best = found;
  for (let left = mostAttempts; left > 0; ) {
    let better: CostFinding | undefined;
    for (const recipe of simpler(best.recipe)) {
      if (left-- === 0) return best;
      const smaller = await again(target, recipe, found, effort);
      if (smaller === undefined) continue;
      better = smaller;
      break;
    }
    if (better === undefined) return best;
    best = better;
  }
  return best;
}

async function again(
  target: Target,
  recipe: Recipe,
  found: CostFinding,
  effort: Effort,
): Promise<CostFinding | undefined> {
  if (found.kind === "cost") {
    const finding = await proven(target, recipe, { ...effort, isTimed: false });
    return finding?.kind === "cost" ? finding : undefined;
  }
  const measured = await run(target, recipe, sizeFor(target, firstSize), effort);
  if (measured.thrown === undefined || isExpected(target, measured.thrown)) return undefined;
  return thrownFinding(target, recipe, measured);
}
