import { $, call, code } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { ActionDefinition } from "../../language/action-definition.js";
import type { Action } from "../../syntax/flow.js";
import type { Template } from "../../syntax/template.js";
import { writtenContents } from "../action-parts/settings.js";
import { bodyJson, objectsAmong, templateFacts } from "../action-parts/template-body.js";

interface SetEnvNode extends Action {
  readonly element: "set-env";
  readonly template: Template;
}

/** `<set-env>`, in tests: environment variables, from a JSON object. */
export const setEnvAction: ActionDefinition<SetEnvNode> = {
  element: "set-env",
  attributes: ["src"],
  standsIn: "tests",

  parse(element, parser) {
    const template = parser.template(element);
    return template === undefined ? undefined : { template };
  },

  facts: ({ template }) => templateFacts(template),

  check({ template }, checker) {
    objectsAmong(writtenContents(checker.facts(template)), "set-env", checker);
  },

  generate({ template }, generator): readonly Doc[] {
    const json = generator.template(template, { kind: "content" });
    return [...json.before, code`${call(generator.use("setEnv"), [$, bodyJson(json, generator.use)])};`];
  },
};
