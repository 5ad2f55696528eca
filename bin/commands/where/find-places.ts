import { dirname, join } from "node:path";
import { decode, type SourceMapSegment } from "../../../compiler/output/source-map.js";
import { type Place, SourceText } from "../../../compiler/source/source-text.js";
import type { CodeMap } from "./read-code.js";

/** A place in a source. Lines and columns count from 1. */
export interface FoundPlace extends Place {
  /** Where the source is: its path beside the file, or a URL. */
  readonly name: string;
  /** Its text, if the map has it. */
  readonly source: SourceText | undefined;
}

/** Where the code at a place of `file` comes from: a flow, and the generated module that was made of it. */
export function findPlaces(map: CodeMap, file: string, place: Place): readonly FoundPlace[] {
  const places = [map.mappings, map.modules].flatMap((mappings) => {
    const segment = segmentAt(mappings, place);
    const found = segment && foundPlace(map, file, segment);
    return found === undefined ? [] : [found];
  });
  const [first, second] = places;
  return first?.name === second?.name ? places.slice(0, 1) : places;
}

/** The last segment of the line that begins at the place or before it. */
const segmentAt = (mappings: string, { line, column }: Place): SourceMapSegment | undefined =>
  decode(mappings)[line - 1]?.findLast((segment) => segment.length > 1 && segment[0] < column);

function foundPlace(map: CodeMap, file: string, segment: SourceMapSegment): FoundPlace | undefined {
  const [, source = -1, sourceLine = -1, sourceColumn = -1] = segment;
  const url = map.sources[source];
  if (typeof url !== "string" || sourceLine < 0 || sourceColumn < 0) return undefined;
  const text = map.sourcesContent[source];
  return {
    name: nameOf(url, file),
    source: typeof text === "string" ? new SourceText(url, text) : undefined,
    line: sourceLine + 1,
    column: sourceColumn + 1,
  };
}

/** The runtime and packages have names, but no files. */
const isNoFile = /^(?:flowc\/runtime|node_modules)\//;

function nameOf(url: string, file: string): string {
  if (/^[a-z][a-z\d+.-]*:/i.test(url) || isNoFile.test(url)) return url;
  return join(dirname(file), decoded(url)).replaceAll("\\", "/");
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
