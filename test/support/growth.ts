/**
 * How many times longer `run(10 * size)` takes than `run(size)`: about 10 where cost is linear, 100 where it is
 * quadratic. The least of some attempts, since other programs on the machine can only make a run longer.
 */
export function growth(run: (size: number) => void, size: number): number {
  const time = (of: number, attempts: number): number => {
    const times = Array.from({ length: attempts }, () => {
      const start = performance.now();
      run(of);
      return performance.now() - start;
    });
    return Math.min(...times);
  };
  run(size);
  return Math.min(...[1, 2, 3].map(() => time(10 * size, 2) / time(size, 5)));
}

/** Milliseconds that this process has worked: what other programs on the machine take is not in it. */
export function workTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
