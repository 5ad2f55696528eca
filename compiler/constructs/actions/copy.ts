import type { Doc } from "../../code/doc.js";
import { sourceContent, writeStatement } from "../../generate/flow/in-and-out.js";
import type { ActionBase } from "../../syntax/flow.js";
import type { ActionDefinition } from "../action.js";
import { locationFacts, parseTransfer, type Transfer } from "../action-parts/in-and-out.js";

export interface CopyNode extends ActionBase, Transfer {
  readonly kind: "copy";
}

/** `<copy in="…" out="…"/>`: content from one location to another, unchanged. */
export const copyAction: ActionDefinition<CopyNode> = {
  kind: "copy",
  attributes: ["in", "out"],

  parse: parseTransfer,

  facts: ({ source, out }) => locationFacts(source, out),

  generate: ({ source, out }, generator): readonly Doc[] => [
    writeStatement(out, sourceContent(source, "copy", generator), generator),
  ],
};
