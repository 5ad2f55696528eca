import { beginStretch, stepsTaken } from "../../runtime/limits/work.js";

/** How many steps of work `run` takes, as the runtime counts them: the same on every machine. */
export function stepsOf(run: () => void): number {
  beginStretch({});
  run();
  return stepsTaken();
}

/**
 * How many times more steps `run` takes for four times the size: about 4 where work is linear, 16 where it is quadratic.
 * What does not depend on the size is left out of account.
 */
export function stepGrowth(run: (size: number) => void, size: number): number {
  const [none, once, fourTimes] = [0, size, 4 * size].map((count) => stepsOf(() => run(count))) as [
    number,
    number,
    number,
  ];
  return (fourTimes - none) / Math.max(1, once - none);
}
