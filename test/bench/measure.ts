/** The middle of what several rounds showed, and the quarters beside it. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((left, right) => left - right);
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0.25), high: quantile(sorted, 0.75) };
}

export const median = (values: readonly number[]): number => spread(values).median;

/** The value that the given part of the sorted values is below, between two of them if need be. */
function quantile(sorted: readonly number[], part: number): number {
  const position = (sorted.length - 1) * part;
  const lower = sorted[Math.floor(position)] ?? Number.NaN;
  const upper = sorted[Math.ceil(position)] ?? Number.NaN;
  return lower + (upper - lower) * (position - Math.floor(position));
}

/** One side beside another, within each round in which both have answered. */
export const ratios = (ours: readonly number[], theirs: readonly number[]): Spread =>
  spread(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)).filter(Number.isFinite));

/**
 * Measures all sides in turn, in another order each round, so that what else the machine does meets all of them, and
 * nobody is always the first. Resolves to the results of each side, round by round.
 */
export async function alternate<T>(rounds: number, sides: readonly (() => Promise<T>)[]): Promise<T[][]> {
  const results: T[][] = sides.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const index of order(sides.length, round)) {
      const [side, result] = [sides[index], results[index]];
      if (side !== undefined) result?.push(await side());
    }
  }
  return results;
}

/** Measures all sides at the same time, so that what the machine does meets all of them. */
export async function atOnce<T>(rounds: number, sides: readonly (() => Promise<T>)[]): Promise<T[][]> {
  const results: T[][] = sides.map(() => []);
  for (let round = 0; round < rounds; round++) {
    const all = await Promise.all(sides.map((side) => side()));
    for (const [index, result] of all.entries()) results[index]?.push(result);
  }
  return results;
}

/** Each side comes first equally often, and after each other one. */
function order(count: number, round: number): readonly number[] {
  const first = Math.floor(round / 2) % count;
  const rotated = Array.from({ length: count }, (_, index) => (first + index) % count);
  return round % 2 === 0 ? rotated : rotated.reverse();
}
