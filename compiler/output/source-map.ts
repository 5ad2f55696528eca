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
  /** Where in `text` the first segment is that has a name; -1 if none has. */
  readonly named: number;
  /** The last numbers of each kind: source, line, column, and name. */
  readonly end: readonly [source: number, line: number, column: number, name: number];
}

export function partMappings(lines: SourceMapMappings): PartMappings {
  const last = (is: (segment: SourceMapSegment) => boolean) =>
    lines.findLast((segments) => segments.some(is))?.findLast(is);
  const [, source = 0, line = 0, column = 0] = last(({ length }) => length > 1) ?? [];
  const name = last(isNamed)?.[4];
  return {
    text: encode(lines),
    named: name === undefined ? -1 : firstNamed(lines),
    end: [source, line, column, name ?? 0],
  };
}

const isNamed = ({ length }: SourceMapSegment): boolean => length === 5;

/** Where the text of the first segment with a name begins: all before it is written as if it were alone. */
function firstNamed(lines: SourceMapMappings): number {
  const row = lines.findIndex((segments) => segments.some(isNamed));
  const index = lines[row]?.findIndex(isNamed) ?? 0;
  const before = encode([...lines.slice(0, row), lines[row]?.slice(0, index) ?? []]);
  return before.length + (index > 0 ? 1 : 0);
}

/** Mappings of parts that come one after the other. Each number is a difference from the last one of its kind before. */
export class JoinedMappings {
  #end: PartMappings["end"];
  text = "";

  /** @param end the numbers before the first part */
  constructor(end: PartMappings["end"] = [0, 0, 0, 0]) {
    this.#end = end;
  }

  /**
   * @param sources the numbers that the sources of the part have among all
   * @param firstName the number of its first name
   * @param line stands for a line without mappings before and after it
   */
  add(part: PartMappings, sources: readonly number[], firstName: number, line: string): void {
    const first = sources[0] ?? 0;
    const isInOrder = sources.every((number, index) => number === first + index);
    this.text +=
      line +
      (isInOrder
        ? this.#moved(part, first, firstName)
        : this.#moved(renumbered(part, sources), 0, firstName)) +
      line;
  }

  /** The same but for the first segment of all, and the first one that has a name. */
  #moved({ text, named, end }: PartMappings, firstSource: number, firstName: number): string {
    const start = text.search(/[^;]/);
    if (start < 0) return text;
    const [source, line, column, name] = this.#end;
    const hasNames = named >= 0;
    this.#end = [firstSource + end[0], end[1], end[2], hasNames ? firstName + end[3] : name];
    const withNames = hasNames ? movedAt(text, named, [0, 0, 0, 0, firstName - name]) : text;
    return movedAt(withNames, start, [0, firstSource - source, -line, -column, 0]);
  }
}

function renumbered({ text }: PartMappings, sources: readonly number[]): PartMappings {
  const lines = decode(text);
  for (const segment of lines.flat()) if (segment.length > 1) segment[1] = sources[segment[1] as number];
  return partMappings(lines);
}

/** The same with other differences in one segment. */
function movedAt(text: string, start: number, by: readonly number[]): string {
  const next = start + text.slice(start).search(/[,;]|$/);
  const [[segment = []] = []] = decode(text.slice(start, next));
  const moved = segment.map((number, index) => number + (by[index] ?? 0));
  return text.slice(0, start) + encode([[moved as unknown as SourceMapSegment]]) + text.slice(next);
}
