import type { Chunk } from "../chunk.js";
import { readMappings } from "../source-map.js";

/** From an offset of the code to the next place, the code comes from here. */
export interface CodePlace {
  readonly offset: number;
  /** A flow file; `undefined` for what only the module itself has. */
  readonly file: string | undefined;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

export type FlowPlace = CodePlace & { readonly file: string };

/** Where the code of a chunk comes from, by offset. */
export class ChunkPlaces {
  readonly all: readonly CodePlace[];

  constructor({ code, mappings, sources }: Pick<Chunk, "code" | "mappings" | "sources">) {
    const places: CodePlace[] = [];
    let start = 0;
    for (const segments of readMappings(mappings)) {
      for (const { column, source, sourceLine, sourceColumn } of segments)
        places.push({
          offset: start + column,
          file: sources[source] ?? undefined,
          line: sourceLine + 1,
          column: sourceColumn + 1,
        });
      start = code.indexOf("\n", start) + 1;
      if (start === 0) break;
    }
    this.all = places;
  }

  /** The place in a flow that the code at an offset comes from. */
  at(offset: number): FlowPlace | undefined {
    let low = 0;
    let high = this.all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.all[middle] as CodePlace).offset <= offset) low = middle + 1;
      else high = middle;
    }
    const found = this.all[low - 1];
    return found?.file === undefined ? undefined : (found as FlowPlace);
  }
}
