/**
 * The mappings of a source map (ECMA-426), segment by segment. The map of a large app has millions: as the lists of numbers
 * that the codec makes of them, they take ten times the memory of the code, and half of the time of linking.
 */

/** One segment with a source; all numbers count from 0. */
export interface Segment {
  column: number;
  source: number;
  line: number;
  sourceColumn: number;
  /** -1 for none. */
  name: number;
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const signOf = Uint8Array.from(digits, (digit) => digit.charCodeAt(0));
const numberOf = new Uint8Array(128);
for (const [value, code] of signOf.entries()) numberOf[code] = value;
const [comma, semicolon] = [",", ";"].map((sign) => sign.charCodeAt(0)) as [number, number];

/**
 * Reads mappings, in which the segments of a line are in order.
 * @param visit is given the same object each time; segments without a source are left out
 */
export function readMappings(
  mappings: string,
  visit: { line(): void; segment(segment: Readonly<Segment>): void },
): void {
  const segment: Segment = { column: 0, source: 0, line: 0, sourceColumn: 0, name: -1 };
  let [at, name] = [0, 0];
  const difference = (): number => {
    let [value, shift, digit] = [0, 0, 32];
    while (digit & 32) {
      digit = numberOf[mappings.charCodeAt(at++)] as number;
      value |= (digit & 31) << shift;
      shift += 5;
    }
    return value & 1 ? -(value >>> 1) : value >>> 1;
  };
  const isInside = (): boolean => {
    const code = mappings.charCodeAt(at);
    return at < mappings.length && code !== comma && code !== semicolon;
  };
  while (at < mappings.length) {
    if (isInside()) {
      segment.column += difference();
      if (!isInside()) continue;
      segment.source += difference();
      segment.line += difference();
      segment.sourceColumn += difference();
      segment.name = -1;
      if (isInside()) {
        name += difference();
        segment.name = name;
      }
      visit.segment(segment);
    } else if (mappings.charCodeAt(at++) === semicolon) {
      segment.column = 0;
      visit.line();
    }
  }
}

/** Writes mappings, each segment as its differences from the one before. */
export class MappingsWriter {
  #bytes = Buffer.alloc(2 ** 16);
  #length = 0;
  #column = 0;
  #isFirst = true;

  /** The numbers of what stands before. */
  constructor(
    private source: number,
    private sourceLine: number,
    private sourceColumn: number,
    private name: number,
  ) {}

  line(): void {
    this.#grow();
    this.#bytes[this.#length++] = semicolon;
    this.#column = 0;
    this.#isFirst = true;
  }

  segment(column: number, source: number, line: number, sourceColumn: number, name: number): void {
    this.#grow();
    if (!this.#isFirst) this.#bytes[this.#length++] = comma;
    this.#isFirst = false;
    this.#write(column - this.#column);
    this.#write(source - this.source);
    this.#write(line - this.sourceLine);
    this.#write(sourceColumn - this.sourceColumn);
    this.#column = column;
    this.source = source;
    this.sourceLine = line;
    this.sourceColumn = sourceColumn;
    if (name < 0) return;
    this.#write(name - this.name);
    this.name = name;
  }

  text(): string {
    return this.#bytes.toString("latin1", 0, this.#length);
  }

  #write(difference: number): void {
    let rest = difference < 0 ? (-difference << 1) | 1 : difference << 1;
    do {
      const digit = rest & 31;
      rest >>>= 5;
      this.#bytes[this.#length++] = signOf[rest > 0 ? digit | 32 : digit] as number;
    } while (rest > 0);
  }

  /** Has room for one more segment: a comma, and five numbers of up to seven digits. */
  #grow(): void {
    if (this.#length + 36 <= this.#bytes.length) return;
    const more = Buffer.alloc(2 * this.#bytes.length);
    this.#bytes.copy(more);
    this.#bytes = more;
  }
}
