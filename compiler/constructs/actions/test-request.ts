import { $, awaited, call, code } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { ActionChecker, ActionDefinition, TestedApp } from "../../language/action-definition.js";
import type { Action } from "../../syntax/flow.js";
import type { ObjectNode } from "../../syntax/json-template.js";
import type { Template } from "../../syntax/template.js";
import { named, objectOf, settingOf, writtenContents, writtenValues } from "../action-parts/settings.js";
import { bodyJson, objectsAmong, templateFacts } from "../action-parts/template-body.js";
import { hasPairs } from "../bodies/pairs.js";
import { checkProperties } from "../bodies/properties.js";
import { checkSent, sentMethod } from "../bodies/sent.js";
import { checkFiles, fileFacts } from "../options/files.js";
import { testRequestShape } from "../options/properties.js";
import { assertsSuccess } from "./assert.js";
import { requestFacts } from "./request.js";

interface TestRequestNode extends Action {
  readonly element: "test-request";
  readonly template: Template;
  /** The variables that are set when it is over: those of the answer, and those of the app's flows. */
  readonly sets: readonly string[];
  readonly unanswered: TestedApp["unanswered"];
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
    const { variables, unanswered } = parser.app;
    return template && { template, unanswered, sets: [...variables, ...left, ...answer] };
  },

  facts: ({ template, sets }) => ({
    ...templateFacts(template),
    sets: [...new Set(sets)].map((name) => ({ name })),
    waits: true,
    readsBodies: true,
  }),

  check({ template, unanswered }, checker) {
    for (const config of objectsAmong(writtenContents(checker.facts(template)), "test-request", checker)) {
      checkProperties(config, testRequestShape, checker.reporter);
      checkSent(config, undefined, checker.reporter);
      checkFiles(config, checker);
      checkPath(config, unanswered, checker);
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

/** Proves that a request goes where it seems to, and that the app answers it as the assertions behind it say. */
function checkPath(
  config: ObjectNode,
  unanswered: TestedApp["unanswered"],
  { reporter, following }: ActionChecker,
): void {
  const path = settingOf(config, "path");
  if (path.kind !== "constant") return;
  const query = named(config, "query")?.value;
  if (path.value.includes("?") && query !== undefined && writtenValues(query).some(hasPairs))
    reporter.report(path.span, "idleMember", { name: "the query of path", other: "query" });
  const method = sentMethod(config);
  const found = unanswered(path.value, method);
  if (found === undefined || !expectsSuccess(following())) return;
  if (found.kind === "path")
    reporter.report(path.span, "untestedPath", { path: path.value, nearest: found.nearest });
  else
    reporter.report(named(config, "method")?.value.span ?? path.span, "untestedMethod", {
      ...{ path: path.value, method: method ?? "", methods: found.methods },
    });
}

/** Tells whether a test asserts a status of success before it asks again. */
function expectsSuccess(actions: Iterable<Action>): boolean {
  for (const action of actions) {
    if (action.element === testRequestAction.element) return false;
    if (assertsSuccess(action)) return true;
  }
  return false;
}
