import { nearest } from "../../../runtime/base/nearest.js";
import { $, call, code, literal, quote } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { ActionDefinition, ActionParser } from "../../language/action-definition.js";
import type { Action } from "../../syntax/flow.js";
import type { XmlElement } from "../../syntax/xml.js";
import { isStatusCode } from "../action-parts/status-code.js";

interface BackendFlowNode extends Action {
  readonly element: "backend-flow";
  /** The ID of the upstream requests that it answers. */
  readonly request: string;
  /** How the system in whose place it is fails; `undefined` if it does not. */
  readonly faults: Faults | undefined;
  /** The path of its statements, which are a flow of their own. */
  readonly path: string;
}

interface Faults {
  readonly fails: number;
  readonly with: number | string;
  readonly wait: number;
}

/** Faults that are no status: no connection, no answer, an answer that breaks off. */
const faultNames: readonly string[] = ["refuse", "hang", "break"];

/** How long a test may take, if `--timeout` does not say otherwise. */
const testSeconds = 30;

/** The ID of proxies, and that of what fetches the keys of tokens. */
export const unwritten: ReadonlySet<string> = new Set(["main", "jwks"]);

/** `<backend-flow request="…">`, in tests: from here on, a flow answers upstream requests in place of their server. */
export const backendFlowAction: ActionDefinition<BackendFlowNode> = {
  element: "backend-flow",
  attributes: ["request", "fails", "with", "wait"],
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
    return { request, faults: readFaults(element, parser), path: parser.nestedFlow(element) };
  },

  registers: ({ path }) => path,

  // The path, since it is served like a test: with its own request, its own body and its own contents.
  generate: ({ request, faults, path }, generator): readonly Doc[] => [
    code`${call(generator.use("backendFlow"), [
      $,
      quote(request),
      quote(path),
      ...(faults === undefined ? [] : [literal({ ...faults })]),
    ])};`,
  ],
};

function readFaults(element: XmlElement, parser: ActionParser): Faults | undefined {
  const read = <T>(name: string, value: (text: string) => T | undefined, expected: string): T | undefined => {
    const attribute = parser.attribute(element, name)?.value;
    const found = attribute && value(attribute.text.trim());
    if (attribute !== undefined && found === undefined)
      parser.reporter.report(attribute.span(0, attribute.text.length), "backendFault", { name, expected });
    return found;
  };
  const number = (pattern: RegExp) => (text: string) => (pattern.test(text) ? Number(text) : undefined);
  const fault = (text: string) =>
    faultNames.includes(text) ? text : isStatusCode(text) ? Number(text) : undefined;
  const fails = read("fails", number(/^\d{1,4}$/), "a number of requests");
  const how = read("with", fault, "a status, refuse, hang or break");
  const written = parser.attribute(element, "with");
  if (written !== undefined && fails === undefined && parser.attribute(element, "fails") === undefined)
    parser.reporter.report(written.nameSpan, "settingAlone", { name: "with", needed: "fails" });
  const wait = read("wait", number(/^\d{1,4}(\.\d+)?$/), "a number of seconds");
  const waiting = parser.attribute(element, "wait")?.value;
  if (wait !== undefined && wait > testSeconds)
    parser.reporter.report(waiting?.span(0, waiting.text.length), "longWait", { wait, limit: testSeconds });
  return fails === undefined && wait === undefined
    ? undefined
    : { fails: fails ?? 0, with: how ?? 503, wait: wait ?? 0 };
}
