import { call } from "../../code/code.js";
import { type Doc, text } from "../../code/doc.js";
import { inputTree, writeStatement } from "../../generate/flow/in-and-out.js";
import type { ActionBase } from "../../syntax/flow.js";
import type { ActionDefinition } from "../action.js";
import { locationFacts, parseTransfer, type Transfer } from "../action-parts/in-and-out.js";

export interface NameshaveNode extends ActionBase, Transfer {
  readonly kind: "nameshave";
}

/** `<nameshave in="…" out="…"/>`: XML without namespaces. */
export const nameshaveAction: ActionDefinition<NameshaveNode> = {
  kind: "nameshave",
  attributes: ["in", "out"],

  parse: parseTransfer,

  facts: ({ source, out }) => locationFacts(source, out),

  generate({ source, out }, generator): readonly Doc[] {
    const shaved = call(generator.use("nameshave"), [text("$"), inputTree(source, "nameshave", generator)]);
    return [writeStatement(out, shaved, generator)];
  },
};
