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

/** Lines of mappings that come one after the other. Each number is a difference from the last one of its kind before. */
export class MappedLines {
  readonly #last: [number, number, number, number, number] = [0, 0, 0, 0, 0];

  /** @param last the numbers before the first line */
  constructor(last?: SourceMapSegment) {
    if (last !== undefined) this.#note([last]);
  }

  decoded(mappings: string): SourceMapMappings {
    const lines = decode(`${encode([[this.#last]])};${mappings}`).slice(1);
    for (const line of lines) this.#note(line);
    return lines;
  }

  encoded(lines: SourceMapMappings): string {
    const mappings = encode([[this.#last], ...lines]);
    for (const line of lines) this.#note(line);
    return mappings.slice(mappings.indexOf(";") + 1);
  }

  #note(line: readonly SourceMapSegment[]): void {
    for (const segment of line) {
      if (segment.length === 1) continue;
      [, this.#last[1], this.#last[2], this.#last[3]] = segment;
      if (segment.length === 5) this.#last[4] = segment[4];
    }
  }
}
