import { $, call, code } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import { isSlip } from "../../diagnostics/slips.js";
import type { ActionDefinition } from "../../language/action-definition.js";
import type { Action } from "../../syntax/flow.js";
import type { Template } from "../../syntax/template.js";
import { allValues, possibleMembers, writtenContents, writtenValues } from "../action-parts/settings.js";
import { bodyJson, objectsAmong, templateFacts } from "../action-parts/template-body.js";

interface SetEnvNode extends Action {
  readonly element: "set-env";
  readonly template: Template;
  /** The variables that the app may read. */
  readonly environment: ReadonlySet<string>;
}

/** `<set-env>`, in tests: environment variables, from a JSON object. */
export const setEnvAction: ActionDefinition<SetEnvNode> = {
  element: "set-env",
  attributes: ["src"],
  standsIn: "tests",

  parse(element, parser) {
    const template = parser.template(element);
    return template && { template, environment: parser.app.environment };
  },

  facts: ({ template }) => templateFacts(template),

  check({ template, environment }, checker) {
    for (const config of objectsAmong(writtenContents(checker.facts(template)), "set-env", checker)) {
      const { members } = config;
      for (const { name, span } of possibleMembers(members)) {
        const near = environment.has(name) ? undefined : [...environment].find((one) => isSlip(name, one));
        // The test may read it itself.
        const isAlone = span.source.text.split(name).length === 2;
        if (near !== undefined && isAlone)
          checker.reporter.report(span, "unreadSetting", { name, nearest: near });
      }
      for (const { kind, span } of allValues(members).flatMap(writtenValues))
        if (kind === "object" || kind === "array")
          checker.reporter.report(span, "bodyShape", {
            element: "set-env",
            expected: "an object with a text, a number, true, false or null for each name",
          });
    }
  },

  generate({ template }, generator): readonly Doc[] {
    const json = generator.template(template, { kind: "content" });
    return [...json.before, code`${call(generator.use("setEnv"), [$, bodyJson(json, generator.use)])};`];
  },
};
