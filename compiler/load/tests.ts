import { nearest } from "../../runtime/base/nearest.js";
import type { Reporter } from "../diagnostics/reporter.js";
import type { TestedApp } from "../language/action-definition.js";
import type { Language } from "../language/language.js";
import { parseFlow, parseTest, type TestFlow } from "../parse/flow/flow.js";
import type { Files } from "../source/files.js";
import { SourceText } from "../source/source-text.js";
import type { Action, Flow } from "../syntax/flow.js";
import type { ApiDescription, PathItem } from "../syntax/openapi.js";
import { actionsOf } from "../syntax/statements.js";
import { FlowLoader } from "./flows.js";
import type { App } from "./index.js";
import { linkRoutes } from "./routes.js";
import { upstreamDescriptions } from "./upstream-descriptions.js";

/**
 * Reads tests as an app of their own: each test is the flow of a path, and knows the variables that the app under test
 * sets.
 * @param paths of the test files, relative to the flow directory
 * @param app that they are of
 */
export function loadTests(
  paths: readonly string[],
  files: Files,
  language: Language,
  app: TestedApp,
  reporter: Reporter,
): App {
  const flows = new FlowLoader(files, language, reporter, parseFlow);
  const registered = new Set<string>();
  const items: PathItem[] = [];
  for (const path of paths) {
    const source = files.get(path);
    if (source === undefined) {
      reporter.report(undefined, "missingFile", { path, nearest: nearest(path, files.names) });
      continue;
    }
    const test = parseTest(source, files, language, app, reporter);
    if (test === undefined) continue;
    if (!judges(test, language)) reporter.report(test.rootSpan, "testAssertsNothing");
    for (const { span } of lateBackends(test.flow)) reporter.report(span, "lateBackend");
    for (const { span } of lateSettings(test.flow)) reporter.report(span, "lateSetting");
    flows.addWithCalls(path, test.flow);
    items.push(pathItem(path, test.flow, items.length));
    for (const [nestedPath, nested] of test.nested) {
      flows.addWithCalls(nestedPath, nested);
      registered.add(nestedPath);
      items.push(pathItem(nestedPath, nested, items.length));
    }
  }
  const api = description(items);
  return {
    files,
    api,
    routes: linkRoutes(api, reporter),
    securitySchemes: [],
    flows: flows.loaded,
    initFlow: undefined,
    errorFlow: undefined,
    outsideFlow: undefined,
    configFlow: undefined,
    operationFlows: new Set(paths.filter((path) => flows.loaded.has(path))),
    calledFlows: flows.called,
    isTests: true,
    registeredFlows: registered,
    postCheckFlows: new Set(),
    tokenVariables: new Set(),
    tokensByFlow: new Map(),
    upstreamDescriptions: upstreamDescriptions(flows.loaded.values(), files),
    flowPath: ({ src }) => src,
  };
}

/** Tells whether anything in a test says what should be. */
const judges = ({ flow, nested }: TestFlow, { testActions }: Language): boolean =>
  [flow, ...nested.values()].some(({ statements }) =>
    actionsOf(statements).some(({ element }) => testActions.get(element)?.judges === true),
  );

/** Flows that answer requests of the app, behind all that may send one. */
function lateBackends({ statements }: Flow): readonly Action[] {
  const actions = actionsOf(statements);
  const last = actions.findLastIndex(({ element }) => senders.has(element));
  // Another one of the same ID takes its place before anything is asked.
  const isReplaced = (action: Action, index: number) => {
    const next = statements.indexOf(action) + 1;
    const follower = next === 0 ? undefined : statements[next];
    const isOther = follower?.kind === "action" && follower.element === "backend-flow";
    return isOther && index < last && idOf(follower) === idOf(action) && follower.condition === undefined;
  };
  return last === -1
    ? []
    : actions.filter(
        (action, index) => action.element === "backend-flow" && (index > last || isReplaced(action, index)),
      );
}

/** Environments behind all that may read them. */
function lateSettings({ source, statements }: Flow): readonly Action[] {
  const actions = actionsOf(statements);
  const last = actions.findLastIndex(({ element }) => senders.has(element));
  const end = Math.max(actions[last]?.span.end ?? 0, source.text.lastIndexOf("$env"));
  return last === -1 ? [] : actions.filter(({ element, span }) => element === "set-env" && span.start > end);
}

const idOf = (action: Action): unknown => (action as Action & { readonly request?: unknown }).request;

/** Actions at which a backend flow may be asked. */
const senders: ReadonlySet<string> = new Set([
  ..."test-request request requests proxy-request sub-flow".split(" "),
]);

function pathItem(path: string, { span }: Flow, index: number): PathItem {
  return {
    span,
    pattern: `/${index}`,
    segments: [[{ kind: "literal", text: String(index) }]],
    isWildcard: false,
    flow: { span, src: path },
    contract: undefined,
    security: [],
    limit: undefined,
    operations: [],
  };
}

function description(paths: readonly PathItem[]): ApiDescription {
  const source = new SourceText("tests", "");
  return {
    source,
    span: source.span(0, 0),
    title: "",
    version: "",
    basePath: "",
    initFlow: undefined,
    errorFlow: undefined,
    fallbackFlow: undefined,
    cors: undefined,
    claimsFields: [],
    hasProblems: false,
    validation: undefined,
    ldap: undefined,
    docs: undefined,
    upstreams: [],
    document: undefined,
    schemas: { dialect: "draft-04", definitions: new Map() },
    paths,
  };
}
