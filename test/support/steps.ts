import { beginStretch, stepsTaken } from "../../runtime/base/work.js";

/**
 * How many steps of work `run` takes, as the runtime counts them. Unlike time, this is the same on every
 * machine.
 */
export function stepsOf(run: () => void): number {
  beginStretch({});
  run();
  return stepsTaken();
}

/**
 * How many times more steps `run` takes for four times the size: about 4 if work is linear, 16 if it is
 * quadratic. Steps that do not depend on the size are subtracted.
 */
export function stepGrowth(run: (size: number) => void, size: number): number {
  const [none, once, fourTimes] = [0, size, 4 * size].map((count) => stepsOf(() => run(count))) as [
    number,
    number,
    number,
  ];
  return (fourTimes - none) / Math.max(1, once - none);
}
