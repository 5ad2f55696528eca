import { systemFields } from "../../../runtime/observe/logs/system-fields.js";
import { $, call, code } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { ActionDefinition } from "../../language/action-definition.js";
import type { Action } from "../../syntax/flow.js";
import type { Template } from "../../syntax/template.js";
import { possibleMembers, writtenContents } from "../action-parts/settings.js";
import { bodyJson, objectsAmong, templateFacts } from "../action-parts/template-body.js";

interface LogNode extends Action {
  readonly element: "log";
  readonly template: Template;
}

/** `<log>`: fields for the access log, from a JSON object. */
export const logAction: ActionDefinition<LogNode> = {
  element: "log",
  attributes: ["src"],
  editing: { text: "template", attributes: { src: "file" } },
  onlyTells: true,
  logs: true,

  parse(element, parser) {
    const template = parser.template(element);
    return template === undefined ? undefined : { template };
  },

  facts: ({ template }) => templateFacts(template),

  check({ template }, checker) {
    for (const { members } of objectsAmong(writtenContents(checker.facts(template)), "log", checker))
      for (const { name, span } of possibleMembers(members))
        if (systemFields.has(name)) checker.reporter.report(span, "systemLogField", { name });
  },

  generate({ template }, generator): readonly Doc[] {
    const json = generator.template(template, { kind: "content" });
    const args = [$, bodyJson(json, generator.use)];
    return [...json.before, code`${call(generator.use("log"), args)};`];
  },
};
