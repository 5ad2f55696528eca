/** A range of a script, and how often it ran: as V8 counts it. The ranges of a function nest. */
export interface CountedRange {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/** How often code ran: the indices of those offsets whose code ran at all, and a count for each. */
export interface Counts {
  readonly indices: Int32Array;
  readonly counts: Float64Array;
}

/**
 * How often the code at each offset ran: what the smallest range around it says.
 * @param offsets in order
 */
export function countsAt(ranges: readonly CountedRange[], offsets: Int32Array): Counts {
  const sorted = [...ranges].sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  const indices: number[] = [];
  const counts: number[] = [];
  const open: CountedRange[] = [];
  let next = 0;
  offsets.forEach((offset, index) => {
    for (
      let range = sorted[next];
      range !== undefined && range.startOffset <= offset;
      range = sorted[++next]
    ) {
      while ((open.at(-1)?.endOffset ?? Number.POSITIVE_INFINITY) <= range.startOffset) open.pop();
      open.push(range);
    }
    while ((open.at(-1)?.endOffset ?? Number.POSITIVE_INFINITY) <= offset) open.pop();
    const count = open.at(-1)?.count ?? 0;
    if (count === 0) return;
    indices.push(index);
    counts.push(count);
  });
  return { indices: Int32Array.from(indices), counts: Float64Array.from(counts) };
}
