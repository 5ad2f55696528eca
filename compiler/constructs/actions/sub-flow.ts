import { $, awaited, block, call, code, ifHead, parenthesized } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { ActionDefinition, ActionGenerator } from "../../language/action-definition.js";
import type { Action } from "../../syntax/flow.js";

interface SubFlowNode extends Action {
  readonly element: "sub-flow";
  /** Relative to the flow directory. */
  readonly path: string;
}

/** `<sub-flow src="…"/>`: runs another flow file, relative to this one, with the same variables. */
export const subFlowAction: ActionDefinition<SubFlowNode> = {
  element: "sub-flow",
  attributes: ["src"],
  editing: { attributes: { src: "flow-file" }, required: ["src"] },

  parse(element, parser) {
    parser.noText(element);
    const attribute = parser.required(element, "src");
    const file = attribute === undefined ? undefined : parser.file(attribute);
    return file === undefined ? undefined : { path: file.path };
  },

  facts: () => ({ mainContent: "unknown" }),

  calls: ({ path }) => path,

  generate({ path }, generator): readonly Doc[] {
    const { doc, isAsync, mayEnd, isRecursive } = generator.flow(path);
    // A flow that may call itself runs through a helper that bounds how deep.
    const called = isRecursive ? call(generator.use("recurse"), [$, doc]) : call(doc, [$]);
    if (mayEnd) return [endWith(called, isAsync, generator.use)];
    return [code`${isAsync ? awaited(called) : called};`];
  },
};

/** Ends the request where a call, which may have to be waited for, says that it has ended. */
export function endWith(called: Doc, isAsync: boolean, use: ActionGenerator["use"]): Doc {
  const outcome = isAsync ? parenthesized(awaited(called)) : called;
  const ended = use("requestEnded");
  return code`${ifHead(code`${outcome} === ${ended}`)}${block([code`return ${ended};`])}`;
}
