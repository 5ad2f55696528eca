import type { Doc } from "../generate/doc.js";
import { sourceContent, writeStatement } from "../generate/location.js";
import type { ActionBase } from "../syntax/flow.js";
import type { ActionDefinition, Output, Source } from "./definition.js";
import { locationFacts } from "./locations.js";

export interface CopyNode extends ActionBase {
  readonly kind: "copy";
  readonly source: Source;
  readonly out: Output;
}

/** `<copy in="…" out="…"/>`: content from one location to another, unchanged. */
export const copyAction: ActionDefinition<CopyNode> = {
  kind: "copy",
  attributes: ["in", "out"],

  parse(element, parser) {
    parser.noText(element);
    const source = parser.source(element);
    const out = parser.output(element);
    return source === undefined || out === undefined ? undefined : { source, out };
  },

  facts: ({ source, out }) => locationFacts(source, out),

  generate: ({ source, out }, generator): readonly Doc[] => [
    writeStatement(out, sourceContent(source, "copy", generator), generator),
  ],
};
