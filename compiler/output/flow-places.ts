import { countWhile } from "../source/lists.js";
import type { SourceText } from "../source/source-text.js";
import type { PrintedModule } from "./print.js";

/** A place in a flow, and the offset in the code of a module from where on code comes from it. */
export interface FlowPlace {
  readonly offset: number;
  readonly source: SourceText;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** The name in the flow of a variable that begins here. */
  readonly name: string | undefined;
}

/** Where the code of a module comes from. */
export class FlowPlaces {
  readonly #known: (FlowPlace | undefined)[] = [];

  constructor(private readonly marks: PrintedModule["mappings"]) {}

  /** `undefined` for what only the module itself has. */
  at(offset: number): FlowPlace | undefined {
    return this.#place(countWhile(this.marks, (mark) => mark.offset <= offset) - 1);
  }

  #place(index: number): FlowPlace | undefined {
    const { offset = 0, span, name } = this.marks[index] ?? {};
    if (span === undefined) return undefined;
    this.#known[index] ??= { offset, source: span.source, ...span.source.place(span.start), name };
    return this.#known[index];
  }
}
