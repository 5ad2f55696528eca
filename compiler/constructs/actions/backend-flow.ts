import { $, call, code, quote } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { Action } from "../../syntax/flow.js";
import { nothing } from "../../syntax/location.js";
import type { ActionDefinition } from "../contract/action.js";

export interface BackendFlowNode extends Action {
  readonly element: "backend-flow";
  /** The ID of the upstream requests that it answers. */
  readonly request: string;
  /** The path of its statements, which are a flow of their own. */
  readonly path: string;
}

/** `<backend-flow request="…">`, in tests: from here on, a flow answers upstream requests in place of their server. */
export const backendFlowAction: ActionDefinition<BackendFlowNode> = {
  element: "backend-flow",
  attributes: ["request"],
  children: "any",
  standsIn: "tests",
  behaviour: () => ({ waits: false, ends: "nothing", mainContent: "kept", readsBodies: false }),

  parse: (element, parser) => ({
    request: parser.attribute(element, "request")?.value.text.trim() || "main",
    path: parser.nestedFlow(element),
  }),

  facts: () => ({ expressions: [], templates: [], reads: nothing, writes: undefined }),

  registers: ({ path }) => path,

  // The path, since it is served like a test: with its own request, its own body and its own contents.
  generate: ({ request, path }, generator): readonly Doc[] => [
    code`${call(generator.use("backendFlow"), [$, quote(request), quote(path)])};`,
  ],
};
