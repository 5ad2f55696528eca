import type { Reporter } from "../diagnostics/reporter.js";
import { awaited, call, quote } from "../generate/code.js";
import { concat, type Doc, text } from "../generate/doc.js";
import { nearest } from "../nearest.js";
import type { ActionBase } from "../syntax/flow.js";
import type { Template } from "../syntax/template.js";
import { bodyJson } from "./body.js";
import type { ActionDefinition } from "./definition.js";
import { isComplete, named, type ObjectNode, objectOf, requestId } from "./settings.js";

export interface RequestNode extends ActionBase {
  readonly kind: "request";
  readonly template: Template;
  /** The `content` attribute: the request ID, unless the body sets `id`. */
  readonly id: string;
}

const PROPERTIES = ["id", "url", "method", "headers", "cookies", "query", "post", "body", "options"];
const OPTIONS = [
  "timeout",
  "connect-timeout",
  "exit-on-error",
  "follow-redirects",
  "max-redirects",
  "basic-auth-credentials",
  "send-x-forwarded-for",
  "definition",
  "validate-request",
  "validate-request-security",
  "validate-response",
  "mock-response",
];

/** `<request>`: one HTTP request to an upstream server. */
export const requestAction: ActionDefinition<RequestNode> = {
  kind: "request",
  attributes: ["content", "src"],

  parse(element, parser) {
    const template = parser.template(element);
    const id = parser.attribute(element, "content")?.value.text;
    return template === undefined ? undefined : { template, id: id === undefined || id === "" ? "main" : id };
  },

  facts: ({ template }) => ({ templates: [template], awaits: true }),

  requestIds({ template, id }, facts) {
    const config = objectOf(facts(template));
    return [config && requestId(config, id)];
  },

  check({ template }, checker) {
    const config = objectOf(checker.facts(template));
    if (config !== undefined) checkRequest(config, checker.reporter);
  },

  generate({ template, id }, generator): readonly Doc[] {
    const json = generator.template(template, { kind: "content" });
    const config = bodyJson(json, generator.use);
    return [
      ...json.before,
      concat([awaited(call(generator.use("request"), [text("$"), quote(id), config])), text(";")]),
    ];
  },
};

/** Proves that a request names its server, and sets nothing that would have no effect. */
export function checkRequest(config: ObjectNode, reporter: Reporter): void {
  if (isComplete(config) && named(config, "url") === undefined)
    reporter.report(config.span, "requestWithoutUrl");
  checkNames(config, PROPERTIES, reporter);
  const options = named(config, "options")?.value;
  if (options?.kind === "object") checkNames(options, OPTIONS, reporter);
}

function checkNames(object: ObjectNode, known: readonly string[], reporter: Reporter): void {
  for (const member of object.members) {
    if (member.kind !== "member" || typeof member.name !== "string" || known.includes(member.name)) continue;
    const { name, span } = member;
    reporter.report(span, "unsupportedRequestProperty", { name, nearest: nearest(name, known) });
  }
}
