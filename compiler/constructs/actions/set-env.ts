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
  /** It reads no others. */
  readonly isNamed: boolean;
}

/** `<set-env>`, in tests: environment variables, from a JSON object. */
export const setEnvAction: ActionDefinition<SetEnvNode> = {
  element: "set-env",
  attributes: ["src"],
  standsIn: "tests",

  parse(element, parser) {
    const template = parser.template(element);
    const { environment, namesEnvironment } = parser.app;
    return template && { template, environment, isNamed: namesEnvironment };
  },

  facts: ({ template }) => templateFacts(template),

  check({ template, environment, isNamed }, checker) {
    for (const config of objectsAmong(writtenContents(checker.facts(template)), "set-env", checker)) {
      const { members } = config;
      for (const { name, span } of possibleMembers(members)) {
        const { text } = span.source;
        const near = environment.has(name)
          ? undefined
          : [...environment].find(
              (one) => isSlip(name, one) || (isNamed && differInWord(name, one) && !text.includes(one)),
            );
        // The test may read it itself.
        const isAlone = text.split(name).length === 2;
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

/** Tells whether two names begin with the same word, and differ in one: `SHOP_URL` and `SHOP_API`. */
function differInWord(a: string, b: string): boolean {
  const [words, others] = [a.split("_"), b.split("_")];
  const different = words.filter((word, index) => word !== others[index]);
  return words.length === others.length && words[0] === others[0] && different.length === 1;
}
