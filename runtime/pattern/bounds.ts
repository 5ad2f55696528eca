/**
 * How many steps a pattern may take in JavaScript's engine, if a linear engine could match instead: about a
 * millisecond.
 */
const fewSteps = 1_000_000;

/** How many it may take if there is no linear engine for it: some ten milliseconds. */
const manySteps = 10_000_000;

/** The bound for patterns whose steps may double with each character. */
const shortestBound = 16;

/** How many UTF-16 units a text may have for JavaScript's engine, if a linear engine takes the longer ones. */
export function nativeLength(degree: number): number {
  return Number.isFinite(degree) ? longest(fewSteps, degree) : 0;
}

/** How many UTF-16 units a text may have, if there is no linear engine for the pattern. */
export function boundedLength(degree: number): number {
  return Number.isFinite(degree) ? Math.max(shortestBound, longest(manySteps, degree)) : shortestBound;
}

function longest(steps: number, degree: number): number {
  return Math.round(steps ** (1 / degree));
}
