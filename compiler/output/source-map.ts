import { SourceText } from "../source/source-text.js";
import type { PrintedModule } from "./print.js";

/** A source map of revision 3 (ECMA-426). */
export interface SourceMap {
  readonly version: 3;
  readonly file: string;
  readonly sources: readonly string[];
  readonly sourcesContent: readonly (string | null)[];
  readonly names: readonly string[];
  readonly mappings: string;
}

/**
 * The source map of a printed module. Code with a mapping belongs to a line of a flow, all other code to the
 * module itself. Each line starts with a segment of its own, because readers of maps only look at one line.
 */
export function sourceMap(module: PrintedModule): SourceMap {
  const { sources, mappings } = mapPart(module, 0, module.text.length);
  return {
    version: 3,
    file: module.path,
    sources: sources.map(({ path }) => path),
    sourcesContent: sources.map(({ text }) => text),
    names: [],
    mappings,
  };
}

/** The mappings of the lines of a module from `from` to `to`, and their sources. */
export function mapPart(
  module: PrintedModule,
  from: number,
  to: number,
): { readonly sources: readonly SourceText[]; readonly mappings: string } {
  const printed = new SourceText(module.path, module.text);
  const sources = new Map<SourceText, number>([[printed, 0]]);
  const segments = new Segments();
  let next = 0;
  let span: PrintedModule["mappings"][number]["span"];
  const add = (offset: number, column: number) => {
    const source = span?.source ?? printed;
    const index = sources.get(source) ?? sources.size;
    sources.set(source, index);
    const place = source.place(span?.start ?? offset);
    segments.add(column, index, place.line - 1, place.column - 1);
  };
  for (let start = from; start < to; ) {
    const lineEnd = module.text.indexOf("\n", start);
    const end = lineEnd < 0 ? to : lineEnd;
    let isMapped = false;
    for (let mapping = module.mappings[next]; mapping !== undefined && mapping.offset <= end; ) {
      if (mapping.offset > start && !isMapped) add(start, 0);
      isMapped = true;
      span = mapping.span;
      add(mapping.offset, mapping.offset - start);
      mapping = module.mappings[++next];
    }
    if (!isMapped) add(start, 0);
    segments.endLine();
    start = end + 1;
  }
  return { sources: [...sources.keys()], mappings: segments.toString() };
}

/**
 * Builds the `mappings` of a source map, where each number is the difference from the one before it (ECMA-426
 * §9).
 */
class Segments {
  readonly #lines: string[] = [];
  #line: string[] = [];
  #column = 0;
  #source = 0;
  #sourceLine = 0;
  #sourceColumn = 0;

  /** All numbers count from 0. */
  add(column: number, source: number, sourceLine: number, sourceColumn: number): void {
    this.#line.push(
      variableLength(column - this.#column) +
        variableLength(source - this.#source) +
        variableLength(sourceLine - this.#sourceLine) +
        variableLength(sourceColumn - this.#sourceColumn),
    );
    this.#column = column;
    this.#source = source;
    this.#sourceLine = sourceLine;
    this.#sourceColumn = sourceColumn;
  }

  endLine(): void {
    this.#lines.push(this.#line.join(","));
    this.#line = [];
    this.#column = 0;
  }

  toString(): string {
    return this.#lines.join(";");
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
