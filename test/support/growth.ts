/**
 * How many times longer `run(10 * size)` takes than `run(size)`: about 10 if cost is linear, 100 if it is
 * quadratic. Takes the least of several attempts, since other programs on the machine can only make a run
 * longer.
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

/**
 * The milliseconds of processor time that this process has used. Other programs on the machine do not add to
 * it.
 */
export function workTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
