import { expect } from "vitest";

/** Between about 10, if cost is linear, and 100, if it is quadratic. */
const most = 40;

/**
 * Proves that `run(10 * size)` takes about ten times as long as `run(size)`. Other programs on the machine can only make
 * a run longer, so one good round is enough, and a bad one is no proof of the contrary.
 */
export function expectLinear(run: (size: number) => void, size: number): void {
  const time = (of: number): number => {
    const start = performance.now();
    run(of);
    return performance.now() - start;
  };
  run(size);
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5 && least >= most; round++)
    least = Math.min(least, time(10 * size) / Math.min(time(size), time(size), time(size)));
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
