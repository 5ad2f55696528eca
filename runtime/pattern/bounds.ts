/** How many steps a pattern may take in the engine of JavaScript where another one could match: about a millisecond. */
const fewSteps = 1_000_000;

/** And where there is no other: some ten milliseconds. */
const manySteps = 10_000_000;

/** For patterns whose steps may double, or more, with each character. */
const shortestBound = 16;

/** How long a text may be for JavaScript's engine where a linear one can take the longer ones, in UTF-16 units. */
export function nativeLength(degree: number): number {
  return Number.isFinite(degree) ? longest(fewSteps, degree) : 0;
}

/** How long a text may be where there is no linear engine for the pattern, in UTF-16 units. */
export function boundedLength(degree: number): number {
  return Number.isFinite(degree) ? Math.max(shortestBound, longest(manySteps, degree)) : shortestBound;
}

function longest(steps: number, degree: number): number {
  return Math.round(steps ** (1 / degree));
}
