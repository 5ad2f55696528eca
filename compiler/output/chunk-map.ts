import { SourceText } from "../source/source-text.js";
import type { ModuleCode, PrintedModule } from "./print.js";
import { Mappings, readMappings } from "./source-map.js";

/** Where the code of a chunk comes from. */
export interface ChunkMap {
  /** Leads to flows where code comes from one, and to the module itself elsewhere. */
  readonly mappings: string;
  /** Leads to the module, everywhere. */
  readonly moduleMappings: string;
  /** What `mappings` leads to. */
  readonly sources: readonly ChunkSource[];
  /** The names that variables have in flows. */
  readonly names: readonly string[];
}

/** The path of a flow file; `null` for the generated module itself. */
export type ChunkSource = string | null;

/** From `offset` of the module to the next place, code comes from a place of a flow, or else from the module. */
export interface ChunkPlace {
  readonly offset: number;
  readonly source: string | undefined;
  readonly line: number;
  readonly column: number;
  /** What a variable that begins here is called in the flow. */
  readonly name: string | undefined;
}

export function placesOf({ mappings }: PrintedModule, { start, end }: ModuleCode): readonly ChunkPlace[] {
  return mappings
    .filter(({ offset }) => start <= offset && offset < end)
    .map(({ offset, span, name }) => {
      const place = span?.source.place(span.start);
      return {
        offset,
        source: span?.source.path,
        line: (place?.line ?? 1) - 1,
        column: (place?.column ?? 1) - 1,
        name,
      };
    });
}

/** @param made what leads from the chunk to the text of the module from `start` on */
export function chunkMap(
  module: PrintedModule,
  start: number,
  places: readonly ChunkPlace[],
  made: string,
): ChunkMap {
  const text = new SourceText(module.path, module.text);
  const sources = new Indices<ChunkSource>([null]);
  const names = new Indices<string>([]);
  const flows = new Mappings();
  const modules = new Mappings();
  const firstLine = text.place(start).line - 1;
  for (const segments of readMappings(made)) {
    for (const segment of segments) {
      const sourceLine = firstLine + segment.sourceLine;
      const own = { ...segment, sourceLine, name: undefined };
      modules.add(own);
      const offset = text.offset({ line: sourceLine + 1, column: segment.sourceColumn + 1 });
      const place = placeAt(places, offset);
      if (place?.source === undefined) flows.add(own);
      else
        flows.add({
          column: segment.column,
          source: sources.of(place.source),
          sourceLine: place.line,
          sourceColumn: place.column,
          name: place.name !== undefined && place.offset === offset ? names.of(place.name) : undefined,
        });
    }
    flows.endLine();
    modules.endLine();
  }
  return {
    mappings: flows.toString(),
    moduleMappings: modules.toString(),
    sources: sources.all,
    names: names.all,
  };
}

/** The last place that begins there or before. */
function placeAt(places: readonly ChunkPlace[], offset: number): ChunkPlace | undefined {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] as ChunkPlace).offset <= offset) low = middle + 1;
    else high = middle;
  }
  return places[low - 1];
}

/** Gives numbers to values, in the order in which they come. */
class Indices<T> {
  readonly #indices: Map<T, number>;

  constructor(first: readonly T[]) {
    this.#indices = new Map(first.map((value, index) => [value, index]));
  }

  of(value: T): number {
    const index = this.#indices.get(value) ?? this.#indices.size;
    this.#indices.set(value, index);
    return index;
  }

  get all(): readonly T[] {
    return [...this.#indices.keys()];
  }
}
