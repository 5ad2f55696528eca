import { $, awaited, call, code } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { ActionDefinition } from "../../language/action-definition.js";
import type { Action } from "../../syntax/flow.js";
import type { Template } from "../../syntax/template.js";
import { objectOf, writtenContents } from "../action-parts/settings.js";
import { bodyJson, objectsAmong, templateFacts } from "../action-parts/template-body.js";
import { checkProperties } from "../bodies/properties.js";
import { checkSent } from "../bodies/sent.js";
import { checkFiles, fileFacts } from "../options/files.js";
import { testRequestShape } from "../options/properties.js";
import { requestFacts } from "./request.js";

interface TestRequestNode extends Action {
  readonly element: "test-request";
  readonly template: Template;
  /** The variables that are set when it is over: those of the answer, and those of the app's flows. */
  readonly sets: readonly string[];
}

/** The answer: its status, its body as text, and its header fields by lower-case name. */
const answer = ["status", "response", "headers"];

/** The variables that an upstream request of the app leaves behind. */
const left = ["upstream", "error"];

/** `<test-request>`, in tests: a request to the app. */
export const testRequestAction: ActionDefinition<TestRequestNode> = {
  element: "test-request",
  attributes: ["src"],
  standsIn: "tests",

  parse(element, parser) {
    const template = parser.template(element);
    return template && { template, sets: [...parser.app.variables, ...left, ...answer] };
  },

  facts: ({ template, sets }) => ({
    ...templateFacts(template),
    sets: [...new Set(sets)].map((name) => ({ name })),
    waits: true,
    readsBodies: true,
  }),

  check({ template }, checker) {
    for (const config of objectsAmong(writtenContents(checker.facts(template)), "test-request", checker)) {
      checkProperties(config, testRequestShape, checker.reporter);
      checkSent(config, undefined, checker.reporter);
      checkFiles(config, checker);
    }
  },

  generate({ template }, generator): readonly Doc[] {
    const json = generator.template(template, { kind: "content" });
    const config = objectOf(generator.facts(template));
    const facts = config === undefined ? [] : fileFacts([config], generator);
    const args = [$, bodyJson(json, generator.use), ...requestFacts(facts)];
    return [...json.before, code`${awaited(call(generator.use("testRequest"), args))};`];
  },
};
