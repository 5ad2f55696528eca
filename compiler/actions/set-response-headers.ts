import { call } from "../generate/code.js";
import { concat, type Doc, text } from "../generate/doc.js";
import type { ActionBase } from "../syntax/flow.js";
import type { Template } from "../syntax/template.js";
import { bodyJson } from "./body.js";
import type { ActionDefinition, Input } from "./definition.js";
import { inputExpressions } from "./input.js";
import { objectOf } from "./settings.js";
import { statusCode } from "./status-code.js";

export interface SetResponseHeadersNode extends ActionBase {
  readonly kind: "set-response-headers";
  readonly template: Template;
  readonly input: Input;
  readonly status: number | undefined;
}

/** `<set-response-headers>`: header fields of the response, from a JSON object. */
export const setResponseHeadersAction: ActionDefinition<SetResponseHeadersNode> = {
  kind: "set-response-headers",
  attributes: ["in", "src", "status"],

  parse(element, parser) {
    const template = parser.template(element);
    const input = parser.input(element);
    const attribute = parser.attribute(element, "status");
    const status = attribute === undefined ? undefined : statusCode(attribute, parser.reporter);
    return template === undefined || input === undefined ? undefined : { template, input, status };
  },

  facts: ({ template, input }) => ({ templates: [template], expressions: inputExpressions(input) }),

  check({ template }, checker) {
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
      text("$"),
      bodyJson(json, generator.use),
      ...(status === undefined ? [] : [text(String(status))]),
    ];
    return [...json.before, concat([call(generator.use("setHeaders"), args), text(";")])];
  },
};
