/** A source map of revision 3 (ECMA-426). */
export interface SourceMap {
  readonly version: 3;
  readonly file: string;
  readonly sources: readonly string[];
  readonly sourcesContent: readonly (string | null)[];
  readonly names: readonly string[];
  readonly mappings: string;
}

/** From a column of a line of code on, it comes from a place. All numbers count from 0. */
export interface Segment {
  readonly column: number;
  readonly source: number;
  readonly sourceLine: number;
  readonly sourceColumn: number;
  /** What stands at the column is called so in the source. */
  readonly name?: number | undefined;
}

/**
 * Builds the `mappings` of a source map, where each number is the difference from the one before it (ECMA-426
 * §9).
 */
export class Mappings {
  readonly #lines: string[] = [];
  #line: string[] = [];
  #column = 0;
  #source = 0;
  #sourceLine = 0;
  #sourceColumn = 0;
  #name = 0;

  add({ column, source, sourceLine, sourceColumn, name }: Segment): void {
    this.#line.push(
      variableLength(column - this.#column) +
        variableLength(source - this.#source) +
        variableLength(sourceLine - this.#sourceLine) +
        variableLength(sourceColumn - this.#sourceColumn) +
        (name === undefined ? "" : variableLength(name - this.#name)),
    );
    this.#column = column;
    this.#source = source;
    this.#sourceLine = sourceLine;
    this.#sourceColumn = sourceColumn;
    this.#name = name ?? this.#name;
  }

  endLine(): void {
    this.#lines.push(this.#line.join(","));
    this.#line = [];
    this.#column = 0;
  }

  /** Without the line that has not ended. */
  toString(): string {
    return this.#lines.join(";");
  }
}

/** The segments of each line of code. Those that lead to no source are left out. */
export function* readMappings(mappings: string): Iterable<readonly Segment[]> {
  let [source, sourceLine, sourceColumn, name] = [0, 0, 0, 0];
  for (const line of mappings.split(";")) {
    const segments: Segment[] = [];
    let column = 0;
    for (const segment of line === "" ? [] : line.split(",")) {
      const numbers = decodeNumbers(segment);
      column += numbers[0] ?? 0;
      source += numbers[1] ?? 0;
      sourceLine += numbers[2] ?? 0;
      sourceColumn += numbers[3] ?? 0;
      name += numbers[4] ?? 0;
      if (numbers.length > 1)
        segments.push({
          column,
          source,
          sourceLine,
          sourceColumn,
          name: numbers.length > 4 ? name : undefined,
        });
    }
    yield segments;
  }
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** A number as Base64 VLQ: the sign is in the lowest bit, and each digit has five bits, the lowest first. */
export function variableLength(value: number): string {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1;
  let text = "";
  do {
    const digit = rest & 31;
    rest >>>= 5;
    text += digits[rest > 0 ? digit | 32 : digit];
  } while (rest > 0);
  return text;
}

/** Decodes a segment, in Base64 VLQ. Only the last digit of a number has no continuation bit. */
export function decodeNumbers(text: string): readonly number[] {
  const numbers: number[] = [];
  let [value, shift] = [0, 0];
  for (let index = 0; index < text.length; index++) {
    const digit = digitsByCode[text.charCodeAt(index)] ?? 0;
    value |= (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    numbers.push(value & 1 ? -(value >>> 1) : value >>> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
}

const digitsByCode = new Uint8Array(128);
for (const [value, digit] of [...digits].entries()) digitsByCode[digit.charCodeAt(0)] = value;
