import type { Doc } from "../../code/doc.js";
import type { ActionDefinition } from "../../language/action-definition.js";
import type { Action } from "../../syntax/flow.js";
import { parseTransfer, type Transfer, transferFacts } from "../action-parts/in-and-out.js";

interface CopyNode extends Action, Transfer {
  readonly element: "copy";
}

/** `<copy in="…" out="…"/>`: content from one location to another, unchanged. */
export const copyAction: ActionDefinition<CopyNode> = {
  element: "copy",
  attributes: ["in", "out"],
  editing: { attributes: { in: "location", out: "location" } },

  parse: parseTransfer,

  facts: ({ source, out }) => ({
    ...transferFacts(source, out),
    writes: { to: out, file: source.kind === "file" ? source.path : undefined },
    readsBodies: true,
  }),

  generate: ({ source, out }, generator): readonly Doc[] => [
    generator.write(out, generator.content(source, "copy")),
  ],
};
