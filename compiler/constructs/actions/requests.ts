import type { TemplateFacts } from "../../analyse/templates/index.js";
import { awaited, call } from "../../code/code.js";
import { concat, type Doc, text } from "../../code/doc.js";
import { asJson } from "../../generate/xpath/expression.js";
import type { ActionBase } from "../../syntax/flow.js";
import type { ObjectNode } from "../../syntax/json-template.js";
import type { Template } from "../../syntax/template.js";
import type { Expression } from "../../syntax/xpath.js";
import type { ActionDefinition } from "../action.js";
import { bodyJson } from "../action-parts/body.js";
import { objectOf } from "../action-parts/settings.js";
import { fileFacts } from "../options/files.js";
import { urlsIn } from "../options/urls.js";
import { checkRequest, checkUrl, detoursFact, requestFacts } from "./request.js";

export interface RequestsNode extends ActionBase {
  readonly kind: "requests";
  /** The configuration: a template, or a variable that holds it (`src="$name"`). */
  readonly config: Template | Expression;
}

/** `<requests>`: several HTTP requests at once, by request ID. */
export const requestsAction: ActionDefinition<RequestsNode> = {
  kind: "requests",
  attributes: ["src"],

  parse(element, parser) {
    const src = parser.attribute(element, "src");
    const isVariable = src?.value.text.trim().startsWith("$") === true;
    const config = isVariable ? parser.expression(src.value) : parser.template(element);
    if (isVariable) parser.noText(element);
    return config === undefined ? undefined : { config };
  },

  facts: ({ config }) =>
    config.kind === "template"
      ? { templates: [config], awaits: true }
      : { expressions: [config], awaits: true },

  requestIds({ config }, facts) {
    const members = config.kind === "template" ? objectOf(facts(config))?.members : undefined;
    return (
      members?.map((member) =>
        member.kind === "member" && typeof member.name === "string" ? member.name : undefined,
      ) ?? [undefined]
    );
  },

  urls: ({ config }, facts) => (config.kind === "template" ? requestsIn(facts(config)).flatMap(urlsIn) : []),

  check({ config }, checker) {
    if (config.kind !== "template") return;
    for (const request of requestsIn(checker.facts(config))) {
      checkUrl(request, checker.reporter);
      checkRequest(request, checker);
    }
  },

  generate(node, generator): readonly Doc[] {
    const { config } = node;
    const helper = generator.use("requests");
    const sent = (value: Doc, facts: readonly Doc[]) =>
      concat([awaited(call(helper, [text("$"), value, ...facts])), text(";")]);
    if (config.kind !== "template")
      return [sent(asJson(config, generator.scope).doc, requestFacts(detoursFact(node, generator)))];
    const json = generator.template(config, { kind: "content" });
    const facts = requestFacts([
      ...fileFacts(requestsIn(generator.facts(config)), generator),
      ...detoursFact(node, generator),
    ]);
    return [...json.before, sent(bodyJson(json, generator.use), facts)];
  },
};

/** The configurations that are known to be objects. */
const requestsIn = (facts: TemplateFacts): readonly ObjectNode[] =>
  (objectOf(facts)?.members ?? []).flatMap((member) =>
    member.kind === "member" && member.value.kind === "object" ? [member.value] : [],
  );
