import { $, call, code } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { Action } from "../../syntax/flow.js";
import type { Template } from "../../syntax/template.js";
import { bodyJson } from "../action-parts/body.js";
import { checkInput, transferFacts } from "../action-parts/in-and-out.js";
import { objectOf } from "../action-parts/settings.js";
import {
  type StatusCode,
  statusAttribute,
  statusDoc,
  statusExpressions,
} from "../action-parts/status-code.js";
import type { ActionDefinition, Input } from "../contract/action.js";

export interface SetResponseHeadersNode extends Action {
  readonly element: "set-response-headers";
  readonly template: Template;
  readonly input: Input;
  readonly status: StatusCode | undefined;
}

/** `<set-response-headers>`: header fields of the response, from a JSON object. */
export const setResponseHeadersAction: ActionDefinition<SetResponseHeadersNode> = {
  element: "set-response-headers",
  attributes: ["in", "src", "status"],
  behaviour: () => ({ waits: false, ends: "nothing", mainContent: "kept", readsBodies: false }),

  parse(element, parser) {
    const template = parser.template(element);
    const input = parser.input(element);
    const status = statusAttribute(element, "status", parser);
    return template === undefined || input === undefined ? undefined : { template, input, status };
  },

  facts({ template, input, status }) {
    const facts = transferFacts(input, undefined);
    const expressions = [...facts.expressions, ...statusExpressions(status)];
    return { ...facts, expressions, templates: [template] };
  },

  check({ template, input }, checker) {
    checkInput(input, checker);
    for (const member of objectOf(checker.facts(template))?.members ?? []) {
      if (member.kind !== "member" || member.value.kind !== "object" || typeof member.name !== "string")
        continue;
      const expected = "a string, number, boolean, null or an array of these";
      checker.reporter.report(member.value.span, "headerValue", { name: member.name, expected });
    }
  },

  generate({ template, input, status }, generator): readonly Doc[] {
    const json = generator.template(template, input);
    const args = [
      $,
      bodyJson(json, generator.use),
      ...(status === undefined ? [] : [statusDoc(status, generator)]),
    ];
    return [...json.before, code`${call(generator.use("setHeaders"), args)};`];
  },
};
