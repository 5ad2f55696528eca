import { decode } from "../../../../compiler/output/source-map.js";

/** A place in a bundle that belongs to a flow. */
export interface FlowPlace {
  /** In UTF-16 units of the bundle. */
  readonly offset: number;
  /** The flow file, relative to the flow directory. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

interface Map {
  /** The flow files among the sources: their indices and their paths. */
  readonly x_flowc_flows: readonly (readonly [index: number, path: string])[];
  readonly sourcesContent: readonly (string | null)[];
  readonly mappings: string;
}

/** Where the code of flows is in a bundle, and what they are. */
export class FlowCode {
  /** By offset. */
  readonly places: readonly FlowPlace[];
  /** The texts of flow files, by path. */
  readonly texts: ReadonlyMap<string, string>;

  /**
   * @param generated the part of the code that comes from flows
   * @param isCovered which flow files count
   */
  constructor(
    code: string,
    json: string,
    readonly generated: { readonly start: number; readonly end: number },
    isCovered: (path: string) => boolean,
  ) {
    const map = JSON.parse(json) as Map;
    const starts = lineStarts(code);
    const flows = map.x_flowc_flows.filter(([, path]) => isCovered(path));
    const files: string[] = [];
    for (const [index, path] of flows) files[index] = path;
    const first = starts.findIndex((start) => start >= generated.start);
    this.places = decode(map.mappings).flatMap((segments, row) =>
      (row < first ? [] : segments).flatMap((segment): readonly FlowPlace[] => {
        const [column, source, line, sourceColumn] = segment;
        if (source === undefined || line === undefined || sourceColumn === undefined) return [];
        // Other sources matter, too: they end what comes before them.
        const file = files[source] ?? "";
        const offset = (starts[row] ?? 0) + column;
        return [{ offset, file, line: line + 1, column: sourceColumn + 1 }];
      }),
    );
    this.texts = new Map(flows.map(([index, path]) => [path, map.sourcesContent[index] ?? ""]));
  }

  /** The place of a flow that the code at an offset comes from. */
  at(offset: number): FlowPlace | undefined {
    let low = 0;
    let high = this.places.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.places[middle] as FlowPlace).offset <= offset) low = middle;
      else high = middle - 1;
    }
    const found = this.places[low];
    return found === undefined || found.offset > offset || found.file === "" ? undefined : found;
  }

  /** Returns the text of a flow from a place to the end of the line. */
  textAt({ file, line, column }: FlowPlace): string {
    return (this.texts.get(file)?.split("\n")[line - 1] ?? "").slice(column - 1);
  }
}

function lineStarts(code: string): readonly number[] {
  const starts = [0];
  for (let at = code.indexOf("\n"); at >= 0; at = code.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
