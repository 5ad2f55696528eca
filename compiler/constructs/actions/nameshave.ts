import { $, call } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { ActionDefinition } from "../../language/action-definition.js";
import type { Action } from "../../syntax/flow.js";
import { parseTransfer, type Transfer, transferFacts } from "../action-parts/in-and-out.js";

interface NameshaveNode extends Action, Transfer {
  readonly element: "nameshave";
}

/** `<nameshave in="…" out="…"/>`: XML without namespaces. */
export const nameshaveAction: ActionDefinition<NameshaveNode> = {
  element: "nameshave",
  attributes: ["in", "out"],
  editing: { attributes: { in: "location", out: "location" } },

  parse: parseTransfer,

  facts: ({ source, out }) => ({ ...transferFacts(source, out), readsBodies: true }),

  generate({ source, out }, generator): readonly Doc[] {
    const shaved = call(generator.use("nameshave"), [$, generator.tree(source, "nameshave")]);
    return [generator.write(out, shaved)];
  },
};
