import { awaited, call, code } from "../../code/code.js";
import { concat, type Doc, text } from "../../code/doc.js";
import type { ActionBase } from "../../syntax/flow.js";
import type { ActionDefinition } from "../action.js";

export interface SubFlowNode extends ActionBase {
  readonly kind: "sub-flow";
  /** Relative to the flow directory. */
  readonly path: string;
}

/** `<sub-flow src="…"/>`: runs another flow file, relative to this one, with the same variables. */
export const subFlowAction: ActionDefinition<SubFlowNode> = {
  kind: "sub-flow",
  attributes: ["src"],

  parse(element, parser) {
    parser.noText(element);
    const attribute = parser.required(element, "src");
    const file = attribute === undefined ? undefined : parser.file(attribute);
    return file === undefined ? undefined : { path: file.path };
  },

  facts: ({ path }) => ({ calls: path }),

  generate({ path }, generator): readonly Doc[] {
    const { doc, isAsync, mayBreak, isRecursive } = generator.flow(path);
    // A flow that may call itself runs through a helper that bounds how deep.
    const called = isRecursive ? call(generator.use("recurse"), [text("$"), doc]) : call(doc, [text("$")]);
    const ran = isAsync ? awaited(called) : called;
    if (!mayBreak) return [concat([ran, text(";")])];
    const outcome = isAsync ? concat([text("("), ran, text(")")]) : ran;
    return [code`if (${outcome} === "break") return "break";`];
  },
};
