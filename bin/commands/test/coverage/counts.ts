/** A range of a script, and how often it ran: as V8 counts it. The ranges of a function nest. */
export interface CountedRange {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/**
 * How often the code at each offset ran: what the smallest range around it says.
 * @param offsets in order
 */
export function countsAt(ranges: readonly CountedRange[], offsets: readonly number[]): Float64Array {
  const sorted = [...ranges].sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  const counts = new Float64Array(offsets.length);
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
    counts[index] = open.at(-1)?.count ?? 0;
  });
  return counts;
}
