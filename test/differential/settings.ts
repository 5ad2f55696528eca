/**
 * `DIFFERENTIAL_FACTOR=20` looks 20 times as long, `DIFFERENTIAL_SEED=…` elsewhere; the defaults never vary.
 */
export const factor = Number(process.env.DIFFERENTIAL_FACTOR ?? 1);

export const settings = (runs: number) => ({
  seed: Number(process.env.DIFFERENTIAL_SEED ?? 20260101),
  numRuns: Math.ceil(runs * factor),
});
