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

/** The last source, line, column and name of mappings; sources and names count from the end of their lists, so all but lines and columns are negative. */
export type MappingsEnd = readonly [source: number, line: number, column: number, name: number];
