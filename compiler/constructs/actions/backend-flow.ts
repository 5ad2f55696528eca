import { nearest } from "../../../runtime/base/nearest.js";
import { $, call, code, quote } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { ActionDefinition } from "../../language/action-definition.js";
import type { Action } from "../../syntax/flow.js";

interface BackendFlowNode extends Action {
  readonly element: "backend-flow";
  /** The ID of the upstream requests that it answers. */
  readonly request: string;
  /** The path of its statements, which are a flow of their own. */
  readonly path: string;
}

/** The ID of proxies, and that of what fetches the keys of tokens. */
const unwritten: ReadonlySet<string> = new Set(["main", "jwks"]);

/** `<backend-flow request="…">`, in tests: from here on, a flow answers upstream requests in place of their server. */
export const backendFlowAction: ActionDefinition<BackendFlowNode> = {
  element: "backend-flow",
  attributes: ["request"],
  children: "any",
  standsIn: "tests",

  parse(element, parser) {
    const attribute = parser.attribute(element, "request");
    const request = attribute?.value.text.trim() || "main";
    const { requests } = parser.app;
    // A test may send requests itself.
    const isOwn = element.nameSpan.source.text.includes(`content="${request}"`);
    if (requests !== undefined && !requests.has(request) && !unwritten.has(request) && !isOwn)
      parser.reporter.report(
        attribute?.value.span(0, attribute.value.text.length) ?? element.nameSpan,
        "unknownBackend",
        {
          id: request,
          nearest: nearest(request, requests),
        },
      );
    return { request, path: parser.nestedFlow(element) };
  },

  registers: ({ path }) => path,

  // The path, since it is served like a test: with its own request, its own body and its own contents.
  generate: ({ request, path }, generator): readonly Doc[] => [
    code`${call(generator.use("backendFlow"), [$, quote(request), quote(path)])};`,
  ],
};
