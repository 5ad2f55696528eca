import type { SourceMapMappings, SourceMapSegment } from "../source-map.js";

/** Text to be put into code. */
export interface Insertion {
  readonly offset: number;
  /** Without line ends. */
  readonly text: string;
}

/** The code with all insertions; of several at an offset, in their order. */
export function inserted(code: string, insertions: readonly Insertion[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { offset, text } of insertions) {
    parts.push(code.slice(done, offset), text);
    done = offset;
  }
  parts.push(code.slice(done));
  return parts.join("");
}

/**
 * The mappings of the code with the insertions. What stands at the offset of an insertion is behind it; the text itself
 * belongs to what is before it.
 * @param insertions by offset
 */
export function shifted(
  mappings: SourceMapMappings,
  code: string,
  insertions: readonly Insertion[],
): SourceMapMappings {
  let lineStart = 0;
  let next = 0;
  return mappings.map((segments) => {
    let shift = 0;
    const moved = segments.map(([column, ...rest]) => {
      const offset = lineStart + column;
      for (let one = insertions[next]; one !== undefined && one.offset <= offset; one = insertions[++next])
        shift += one.text.length;
      return [column + shift, ...rest] as SourceMapSegment;
    });
    const end = code.indexOf("\n", lineStart);
    for (let one = insertions[next]; one !== undefined && one.offset <= end; one = insertions[++next]);
    lineStart = end + 1;
    return moved;
  });
}
