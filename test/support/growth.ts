import { expect } from "vitest";

/** Between about 1, if cost is linear, and 10, if it is quadratic. */
const most = 4;

/**
 * Proves that `run(10 * size)` takes about as long as ten times `run(size)`: ten runs, so that both sides pay for
 * collecting what they made. Other programs on the machine make a run longer, so one good round is enough, and a bad
 * one is no proof of the contrary.
 */
export function expectLinear(run: (size: number) => void, size: number): void {
  const time = (times: number, of: number): number => {
    const start = performance.now();
    for (let count = 0; count < times; count++) run(of);
    return performance.now() - start;
  };
  run(size);
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5 && least >= most; round++)
    least = Math.min(least, time(1, 10 * size) / time(10, size));
  expect(least).toBeLessThan(most);
}

/**
 * The milliseconds of processor time that this process has used. Other programs on the machine do not add to
 * it.
 */
export function workTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
