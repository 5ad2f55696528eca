import type { RequestFacility } from "../constructs/options/facilities.js";
import type { Reporter } from "../diagnostics/reporter.js";
import type { App } from "../load/index.js";
import type { Route } from "../load/routes.js";
import { append } from "../source/lists.js";
import type { Action, Flow } from "../syntax/flow.js";
import { type AppFlow, treesOf } from "../syntax/flow-summary.js";
import { analyseFlows, type FlowAnalysis } from "./data-flow/analyse-flows.js";
import type { FlowGraph } from "./data-flow/index.js";
import { callsOf } from "./flows/calls.js";
import { flowFacts } from "./flows/facts.js";
import { readsHtml } from "./flows/reads-html.js";
import { unclearFlows } from "./flows/unclear.js";
import { check, type RuleContext } from "./rules/rule.js";
import { appRules, flowRules, wholeRules } from "./rules/rules.js";
import { checkSchemas, type FoundSchemas } from "./schemas/check-schemas.js";
import { requestBodies } from "./schemas/request-bodies.js";
import { Slices } from "./slices/slices.js";
import { finish, type Steps } from "./steps/steps.js";
import { unknownValue } from "./types/known.js";
import type { Variables } from "./types/node-types.js";
import { staticType } from "./types/static-type.js";
import { facilitiesOf } from "./upstream/request-facilities.js";
import { streamedRequests } from "./upstream/streamed.js";
import { checkUrls, examinedPaths } from "./urls/check-urls.js";
import { systemTimes } from "./urls/system-times.js";

/** The whole app, with everything that the analysis found out about it. */
export interface Program extends App, FlowGraph, FlowAnalysis, FoundSchemas {
  /** Some flow may look into HTML content, so the app needs a parser for it. */
  readonly readsHtml: boolean;
  readonly facilities: readonly RequestFacility[];
  /**
   * For each upstream request, the number of `.` and `..` segments and backslashes that the flow itself
   * writes in the URL.
   */
  readonly detours: ReadonlyMap<Action, number>;
  /** The paths of the request of which each flow tests the text. */
  readonly examined: ReadonlyMap<string, ReadonlySet<string>>;
  /** Upstream requests whose response is passed to the client without any flow reading it. */
  readonly streamed: ReadonlySet<Action>;
}

/** Some flows of an app, to be analysed with what is known of the others. It tells nothing of these. */
interface Part {
  /** The same app with these flows as they were before. */
  readonly before: Program;
  readonly flows: ReadonlyMap<string, Flow>;
}

/** Finds out what can be known of an app before it runs, and reports what is wrong with it. */
export function analyse(app: App, reporter: Reporter, part?: Part): Program {
  return finish(analyseInSteps(app, reporter, part));
}

/** The same in steps of a few milliseconds, for a process that has to answer others meanwhile. */
export function* analyseInSteps(app: App, reporter: Reporter, part?: Part): Steps<Program> {
  const before = part?.before;
  const flows = part?.flows ?? treesOf(app.flows);
  const slices = new Slices();
  const graph: FlowGraph = {
    ...app,
    flowFacts: new Map([...(before?.flowFacts ?? []), ...flowFacts(app.flows, part?.flows.keys())]),
    slices,
  };
  yield;
  const unclear = unclearFlows(app, reporter);
  const analysis = yield* analyseFlows(graph, reporter, unclear, part);
  const shared = new Set([...app.calledFlows, app.initFlow, app.errorFlow, app.outsideFlow, app.configFlow]);
  const bodies = requestBodies(app.routes, app.flowPath, shared);
  const schemas = yield* checkSchemas({ ...app, slices }, analysis.templates, bodies, reporter, part);
  const known: Variables = (variable) => analysis.dataFlow.variables.get(variable) ?? unknownValue;
  const context: RuleContext = {
    ...analysis,
    ...schemas,
    app,
    graph,
    flows,
    routes: part === undefined ? clearRoutes(app, unclear) : routesOf(flows, clearRoutes(app, unclear), app),
    reporter,
    known,
    typeOf: (expression) => staticType(expression, (variable) => known(variable).type),
    facts: (template) => analysis.templates.get(template) ?? { kind: "empty" },
    systemTime: systemTimes(app.api, analysis.dataFlow),
  };
  const rules = part === undefined ? [...appRules, ...wholeRules] : appRules;
  yield* check({ flowRules, appRules: rules }, context);
  const examined = new Map(before?.examined);
  for (const [path, flow] of part?.flows ?? app.flows) {
    const own =
      flow.kind === "summary" ? new Set(flow.summary.examined) : examinedPaths(flow, analysis.dataFlow);
    examined.set(path, own);
    yield;
  }
  const allExamined = new Set([...examined.values()].flatMap((paths) => [...paths]));
  return {
    ...app,
    ...graph,
    ...analysis,
    ...schemas,
    readsHtml: before?.readsHtml ?? readsHtml([...app.flows.values()]),
    definitions: before?.definitions ?? schemas.definitions,
    facilities: before?.facilities ?? facilitiesOf(app.flows.values()),
    examined,
    detours: checkUrls([...flows], allExamined, { ...analysis, slices }, app.api, reporter),
    streamed: streamedRequests(graph),
  };
}

/** Without the routes that one of these flows answers; none if nothing is known of any. */
function clearRoutes({ routes, flowPath }: App, unclear: ReadonlySet<string> | undefined): readonly Route[] {
  if (unclear === undefined || unclear.size === 0) return unclear === undefined ? [] : routes;
  return routes.map((route) => ({
    ...route,
    operations: route.operations.filter(({ flow }) => !unclear.has(flowPath(flow))),
  }));
}

/** Only those of the routes whose flows may run one of `flows`. */
function routesOf(flows: ReadonlyMap<string, Flow>, routes: readonly Route[], app: App): readonly Route[] {
  if (app.initFlow !== undefined && flows.has(app.initFlow)) return routes;
  const callers = callersOf(app.flows);
  const running = new Set(flows.keys());
  for (const path of running) for (const caller of callers.get(path) ?? []) running.add(caller);
  return routes.filter(({ operations }) => operations.some(({ flow }) => running.has(app.flowPath(flow))));
}

function callersOf(flows: ReadonlyMap<string, AppFlow>): ReadonlyMap<string, readonly string[]> {
  const callers = new Map<string, string[]>();
  for (const [path, flow] of flows) for (const called of callsOf(flow)) append(callers, called, path);
  return callers;
}
