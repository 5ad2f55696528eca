export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export interface Pair {
  readonly generated: number;
  readonly reference: number;
}

/**
 * Measures both sides in turn, each round in the other order, so that what else the machine does meets both.
 * The ratio is taken within a round, and the median over the rounds.
 */
export async function compare(
  rounds: number,
  generated: () => Promise<number>,
  reference: () => Promise<number>,
): Promise<Pair & { readonly ratio: number; readonly difference: number }> {
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) {
      const first = await generated();
      pairs.push({ generated: first, reference: await reference() });
    } else {
      const first = await reference();
      pairs.push({ generated: await generated(), reference: first });
    }
  }
  return {
    generated: median(pairs.map((pair) => pair.generated)),
    reference: median(pairs.map((pair) => pair.reference)),
    ratio: median(pairs.map((pair) => pair.generated / pair.reference)),
    difference: median(pairs.map((pair) => pair.generated - pair.reference)),
  };
}
