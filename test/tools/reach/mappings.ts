/** Which place of a source a place of a module comes from; lines and columns count from 0. */
export interface Segment {
  readonly line: number;
  readonly column: number;
  /** Its number in the map's list. */
  readonly source: number;
  readonly sourceLine: number;
}

const digits = new Map(
  [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].map((digit, value) => [
    digit,
    value,
  ]),
);

/** The mappings of a source map (ECMA-426): numbers in base 64, each the difference to the one before. */
export function decodeMappings(mappings: string): Segment[] {
  const segments: Segment[] = [];
  let [source, sourceLine] = [0, 0];
  mappings.split(";").forEach((row, line) => {
    let column = 0;
    if (row === "") return;
    for (const segment of row.split(",")) {
      const [ofColumn = 0, ofSource, ofLine = 0] = decodeNumbers(segment);
      column += ofColumn;
      if (ofSource === undefined) continue;
      source += ofSource;
      sourceLine += ofLine;
      segments.push({ line, column, source, sourceLine });
    }
  });
  return segments;
}

function decodeNumbers(text: string): number[] {
  const numbers: number[] = [];
  let [value, shift] = [0, 0];
  for (const character of text) {
    const digit = digits.get(character) ?? 0;
    value += (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
}
