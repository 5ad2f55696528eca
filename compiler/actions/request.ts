import type { Reporter } from "../diagnostics/reporter.js";
import { awaited, call, quote } from "../generate/code.js";
import { concat, type Doc, text } from "../generate/doc.js";
import { nearest } from "../nearest.js";
import type { ActionBase } from "../syntax/flow.js";
import type { JsonMember, JsonNode } from "../syntax/json-template.js";
import type { Template } from "../syntax/template.js";
import { bodyJson } from "./body.js";
import type { ActionChecker, ActionDefinition } from "./definition.js";

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

  check({ template }, checker) {
    const config = objectOf(template, checker);
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

export type ObjectNode = Extract<JsonNode, { kind: "object" }>;

/** The object that an action's body is, where that is known; anything else is reported or left to run time. */
export function objectOf(template: Template, checker: Pick<ActionChecker, "facts">): ObjectNode | undefined {
  const facts = checker.facts(template);
  if (facts.kind !== "json") return undefined;
  const { content } = facts.scope;
  return content.kind === "object" ? content : undefined;
}

/** Proves that a request names its server, and sets nothing that would have no effect. */
export function checkRequest(config: ObjectNode, reporter: Reporter): void {
  if (isComplete(config) && named(config, "url") === undefined)
    reporter.report(config.span, "requestWithoutUrl");
  checkNames(config, PROPERTIES, reporter);
  const options = named(config, "options")?.value;
  if (options?.kind === "object") checkNames(options, OPTIONS, reporter);
}

type NamedMember = Extract<JsonMember, { kind: "member" }>;

export const named = (object: ObjectNode, name: string): NamedMember | undefined =>
  object.members.find((member): member is NamedMember => member.kind === "member" && member.name === name);

/** Whether all members of an object are there by name. */
export const isComplete = (object: ObjectNode): boolean =>
  object.members.every((member) => member.kind === "member" && typeof member.name === "string");

function checkNames(object: ObjectNode, known: readonly string[], reporter: Reporter): void {
  for (const member of object.members) {
    if (member.kind !== "member" || typeof member.name !== "string" || known.includes(member.name)) continue;
    const { name, span } = member;
    reporter.report(span, "unsupportedRequestProperty", { name, nearest: nearest(name, known) });
  }
}
