import { countWhile } from "../../source/lists.js";
import { SourceText } from "../../source/source-text.js";
import { type FlowPlace, FlowPlaces } from "../flow-places.js";
import type { PrintedModule } from "../print.js";
import type { SourceMapMappings } from "../source-map.js";

/** From an offset of a script to the next place, the script comes from here; `undefined`: from no flow. */
interface CodePlace {
  readonly offset: number;
  readonly place: FlowPlace | undefined;
}

/** Where the script that a module became comes from, by offset. */
export class CodePlaces {
  readonly all: readonly CodePlace[];

  constructor({ path, text, mappings: marks }: PrintedModule, code: string, mappings: SourceMapMappings) {
    const script = new SourceText(path, code);
    const module = new SourceText(path, text);
    const flows = new FlowPlaces(marks);
    this.all = mappings.flatMap((line, row) =>
      line.map(([column, , sourceLine = 0, sourceColumn = 0]) => ({
        offset: script.offset({ line: row + 1, column: column + 1 }),
        place: flows.at(module.offset({ line: sourceLine + 1, column: sourceColumn + 1 })),
      })),
    );
  }

  /** The place in a flow that the code at an offset comes from. */
  at(offset: number): FlowPlace | undefined {
    return this.all[countWhile(this.all, (one) => one.offset <= offset) - 1]?.place;
  }
}
