import { countWhile } from "../source/lists.js";
import type { Place, SourceText } from "../source/source-text.js";
import type { PrintedModule } from "./print.js";

/** A place in a flow, and the offset in the code of a module from where on code comes from it. */
export interface FlowPlace extends Place {
  readonly offset: number;
  readonly source: SourceText;
  /** The name in the flow of a variable that begins here. */
  readonly name: string | undefined;
}

/** Where the code at an offset of a module comes from; `undefined` for what only the module itself has. */
export function flowPlace(
  { mappings }: Pick<PrintedModule, "mappings">,
  offset: number,
): FlowPlace | undefined {
  const mark = mappings[countWhile(mappings, (each) => each.offset <= offset) - 1];
  if (mark?.span === undefined) return undefined;
  const { source, start } = mark.span;
  return { offset: mark.offset, source, ...source.place(start), name: mark.name };
}
