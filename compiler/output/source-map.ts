import { decode, encode, type SourceMapMappings, type SourceMapSegment } from "@jridgewell/sourcemap-codec";

export { decode, encode, type SourceMapMappings, type SourceMapSegment };

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
 * A path as a relative URL, as maps have it. Most characters stay, since some debuggers take the URL for a path. Those
 * that a URL has a use for are encoded.
 */
export function urlOf(path: string): string {
  const encoded = path.replace(/[%?#\\\p{Cc}]|^ | $/gu, encodeURIComponent);
  // The first part must not pass for a scheme, nor two slashes for a host.
  return /^[^/]*:|^\//.test(encoded) ? `./${encoded}` : encoded;
}

/** The URL of a flow: a root that is not empty ends with a slash. */
export function flowUrl(root: string, path: string): string {
  if (root === "") return urlOf(path);
  return `${root}${root.endsWith("/") ? "" : "/"}${urlOf(path)}`;
}

/** Mappings that were made as if they stood alone. */
export interface PartMappings {
  readonly text: string;
  /** The last numbers of each kind: source, line, column, and name. */
  readonly last: readonly [source: number, line: number, column: number, name: number];
}

export function partMappings(lines: SourceMapMappings): PartMappings {
  const segments = lines.flat();
  const [, source = 0, line = 0, column = 0] = segments.findLast(({ length }) => length > 1) ?? [];
  const name = segments.findLast(({ length }) => length === 5)?.[4] ?? 0;
  return { text: encode(lines), last: [source, line, column, name] };
}

/** Mappings of parts that come one after the other. Each number is a difference from the last one of its kind before. */
export class JoinedMappings {
  #last: PartMappings["last"];
  text = "";

  /** @param last the numbers before the first part */
  constructor(last: PartMappings["last"] = [0, 0, 0, 0]) {
    this.#last = last;
  }

  /**
   * @param sources the numbers that the sources of the part have among all
   * @param firstName the number of its first name
   * @param line stands for a line without mappings before and after it
   */
  add(part: PartMappings, sources: readonly number[], firstName: number, line: string): void {
    this.text += line;
    const first = sources[0] ?? 0;
    if (sources.some((number, index) => number !== first + index)) {
      const lines = decode(part.text);
      for (const segment of lines.flat()) if (segment.length > 1) segment[1] = sources[segment[1] as number];
      this.#add(partMappings(lines), 0, firstName);
    } else this.#add(part, first, firstName);
    this.text += line;
  }

  #add({ text, last }: PartMappings, firstSource: number, firstName: number): void {
    const [source, line, column, name] = this.#last;
    const isPlaced = placed.test(text);
    const isNamed = named.test(text);
    this.text += text
      .replace(placed, (segment) => moved(segment, [0, firstSource - source, -line, -column, 0]))
      .replace(named, (segment) => moved(segment, [0, 0, 0, 0, firstName - name]));
    const all = isPlaced
      ? ([firstSource + last[0], last[1], last[2]] as const)
      : ([source, line, column] as const);
    this.#last = [...all, isNamed ? firstName + last[3] : name];
  }
}

/** The first segment that leads to a source, and the first one that has a name, too: each number ends with a letter up to f. */
const placed = /(?<=^|[,;])(?:[g-z\d+/]*[A-Za-f]){4,5}(?=$|[,;])/;
const named = /(?<=^|[,;])(?:[g-z\d+/]*[A-Za-f]){5}(?=$|[,;])/;

/** A segment with other differences. */
function moved(segment: string, by: readonly number[]): string {
  const numbers = decode(segment)[0]?.[0] ?? [];
  return encode([[numbers.map((number, index) => number + (by[index] ?? 0)) as unknown as SourceMapSegment]]);
}
