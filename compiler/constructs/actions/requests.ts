import { $, awaited, call, code } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { ActionChecker, ActionDefinition, UpstreamRequest } from "../../language/action-definition.js";
import type { Action } from "../../syntax/flow.js";
import type { JsonMember, ObjectNode } from "../../syntax/json-template.js";
import { mainContent } from "../../syntax/location.js";
import type { Template } from "../../syntax/template.js";
import type { TemplateFacts } from "../../syntax/template-facts.js";
import type { Expression } from "../../syntax/xpath.js";
import { allValues, named, objectOf, writtenContents, writtenValues } from "../action-parts/settings.js";
import { bodyJson } from "../action-parts/template-body.js";
import { fileFacts } from "../options/files.js";
import { requestShape } from "../options/properties.js";
import { checkRequest, checkUrl, detoursFact, requestFacts } from "./request.js";

interface RequestsNode extends Action {
  readonly element: "requests";
  /** The configuration: a template, or a variable that holds it (`src="$name"`). */
  readonly config: Template | Expression;
}

/** `<requests>`: several HTTP requests at once, by request ID. */
export const requestsAction: ActionDefinition<RequestsNode> = {
  element: "requests",
  attributes: ["src"],
  editing: {
    text: "template",
    attributes: { src: "file" },
    json: { each: { members: requestShape.shapes } },
  },

  parse(element, parser) {
    const src = parser.attribute(element, "src");
    const isVariable = src?.value.text.trim().startsWith("$") === true;
    const config = isVariable ? parser.expression(src.value) : parser.template(element);
    if (isVariable) parser.noText(element);
    return config === undefined ? undefined : { config };
  },

  facts: ({ config }) => ({
    expressions: config.kind === "template" ? [] : [config],
    templates: config.kind === "template" ? [config] : [],
    reads: mainContent,
    waits: true,
    mainContent: "unknown",
    readsBodies: true,
  }),

  requests({ config }, facts) {
    const members = config.kind === "template" ? objectOf(facts(config))?.members : undefined;
    return members?.map(requestOf) ?? [unknownRequest];
  },

  check({ config }, checker) {
    if (config.kind !== "template") return;
    if (!config.hasErrors && checker.facts(config).kind === "empty")
      checker.reporter.report(config.span, "bodyShape", { element: "requests", expected });
    for (const content of writtenContents(checker.facts(config)))
      if (content.kind === "object") checkRequests(content, checker);
      else checker.reporter.report(content.span, "bodyShape", { element: "requests", expected });
  },

  generate(node, generator): readonly Doc[] {
    const { config } = node;
    const helper = generator.use("requests");
    const sent = (value: Doc, facts: readonly Doc[]) => code`${awaited(call(helper, [$, value, ...facts]))};`;
    if (config.kind !== "template")
      return [sent(generator.json(config), requestFacts(detoursFact(node, generator)))];
    const json = generator.template(config, { kind: "content" });
    const facts = requestFacts([
      ...fileFacts(requestsIn(generator.facts(config)), generator),
      ...detoursFact(node, generator),
    ]);
    return [...json.before, sent(bodyJson(json, generator.use), facts)];
  },
};

const expected = "a JSON object that has a request, which is an object, for each ID";

function checkRequests({ members }: ObjectNode, checker: ActionChecker): void {
  const { reporter } = checker;
  for (const request of allValues(members).flatMap(writtenValues)) {
    if (request.kind !== "object") {
      reporter.report(request.span, "bodyShape", { element: "requests", expected });
      continue;
    }
    checkUrl(request, reporter);
    checkRequest(request, undefined, checker);
    const id = named(request, "id");
    if (id !== undefined) reporter.report(id.span, "idleMember", { name: "id", other: "the ID before it" });
  }
}

/** The configurations that are known to be objects. */
const requestsIn = (facts: TemplateFacts): readonly ObjectNode[] =>
  (objectOf(facts)?.members ?? []).flatMap((member) =>
    member.kind === "member" && member.value.kind === "object" ? [member.value] : [],
  );

/** One of the requests, of which nothing may be known. */
function requestOf(member: JsonMember): UpstreamRequest {
  if (member.kind !== "member") return unknownRequest;
  return {
    id: typeof member.name === "string" ? member.name : undefined,
    config: member.value.kind === "object" ? member.value : undefined,
    url: undefined,
    isProxied: false,
  };
}

const unknownRequest: UpstreamRequest = {
  id: undefined,
  config: undefined,
  url: undefined,
  isProxied: false,
};
