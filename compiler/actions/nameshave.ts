import { call } from "../generate/code.js";
import { type Doc, text } from "../generate/doc.js";
import { inputTree, writeStatement } from "../generate/location.js";
import type { ActionBase } from "../syntax/flow.js";
import type { ActionDefinition, Output, Source } from "./definition.js";
import { locationFacts } from "./locations.js";

export interface NameshaveNode extends ActionBase {
  readonly kind: "nameshave";
  readonly source: Source;
  readonly out: Output;
}

/** `<nameshave in="…" out="…"/>`: XML without namespaces. */
export const nameshaveAction: ActionDefinition<NameshaveNode> = {
  kind: "nameshave",
  attributes: ["in", "out"],

  parse(element, parser) {
    parser.noText(element);
    const source = parser.source(element);
    const out = parser.output(element);
    return source === undefined || out === undefined ? undefined : { source, out };
  },

  facts: ({ source, out }) => locationFacts(source, out),

  generate({ source, out }, generator): readonly Doc[] {
    const shaved = call(generator.use("nameshave"), [text("$"), inputTree(source, "nameshave", generator)]);
    return [writeStatement(out, shaved, generator)];
  },
};
