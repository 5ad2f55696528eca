import type { RequestFacility } from "../constructs/options/facilities.js";
import type { Reporter } from "../diagnostics/reporter.js";
import type { App } from "../load/index.js";
import type { Action, Flow } from "../syntax/flow.js";
import type { ApiDescription } from "../syntax/openapi.js";
import type { VariableTypes } from "../syntax/static-type.js";
import type { Expression } from "../syntax/xpath.js";
import { checkConditions } from "./conditions/check-conditions.js";
import { methodsOfFlows } from "./conditions/methods.js";
import type { FlowGraph } from "./data-flow/index.js";
import { variableSlot } from "./data-flow/slots.js";
import { analyseFlows, type FlowAnalysis } from "./flow-analysis.js";
import { flowFacts } from "./flows/facts.js";
import { callsOf } from "./flows/per-flow.js";
import { readsHtml } from "./flows/reads-html.js";
import { unclearFlows } from "./flows/unclear.js";
import { checkArithmetic } from "./rules/arithmetic.js";
import { checkArrays } from "./rules/arrays.js";
import { checkEndlessCalls } from "./rules/endless-calls.js";
import { checkEnvironment } from "./rules/environment.js";
import { checkLostContent } from "./rules/lost-content.js";
import { checkPresence } from "./rules/presence.js";
import { checkReachable } from "./rules/reachable.js";
import { checkUnusedFlows } from "./rules/unused-flows.js";
import { checkResponses } from "./schemas/check-responses.js";
import { type AppSchemas, checkSchemas, type JsonTypesOf } from "./schemas/check-schemas.js";
import { requestBodies } from "./schemas/request-bodies.js";
import type { NodeSchema } from "./schemas/schema-finder.js";
import { finish, type Steps } from "./steps/steps.js";
import { unknownValue } from "./types/known.js";
import type { Variables } from "./types/node-types.js";
import { facilitiesOf } from "./upstream/request-facilities.js";
import { streamedRequests } from "./upstream/streamed.js";
import { checkUrls, examinedPaths } from "./urls/check-urls.js";

/** The whole app, with everything that the analysis found out about it. */
export interface Program extends App, FlowGraph, FlowAnalysis {
  readonly jsonTypesOf: JsonTypesOf;
  readonly schemas: AppSchemas;
  readonly nodeSchemas: ReadonlyMap<Expression, NodeSchema>;
  /** The API descriptions of upstream systems, by the names that requests give them. */
  readonly definitions: ReadonlyMap<string, ApiDescription>;
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

/** An analysis of which only a part is made anew: that of some flows. It tells nothing of the others. */
interface Again {
  /** The same app with what these flows were before, or are now. */
  readonly before: Program;
  readonly flows: ReadonlyMap<string, Flow>;
  /**
   * Those of `flows` of which it is left open what was set before them. Without this, each begins as it did before, so
   * there must have been no errors.
   */
  readonly startAnywhere?: ReadonlySet<string>;
}

/** Finds out what can be known of an app before it runs, and reports what is wrong with it. */
export function analyse(app: App, reporter: Reporter, again?: Again): Program {
  return finish(analyseInSteps(app, reporter, again));
}

/** The same in steps of a few milliseconds, for a process that has to answer others meanwhile. */
export function* analyseInSteps(app: App, reporter: Reporter, again?: Again): Steps<Program> {
  const { files, api, routes } = app;
  const flows = again?.flows ?? app.flows;
  checkReachable(flows, reporter);
  yield;
  const facts = flowFacts(app.flows, flows.keys());
  const graph: FlowGraph = {
    ...app,
    flowFacts: new Map([...(again?.before.flowFacts ?? []), ...facts]),
    ...(again?.startAnywhere && { startAnywhere: again.startAnywhere }),
  };
  yield;
  const unclear = unclearFlows(app, reporter);
  const analysis = yield* analyseFlows(graph, files, reporter, unclear, again);
  const shared = new Set([...app.calledFlows, app.initFlow, app.errorFlow, app.outsideFlow, app.configFlow]);
  const bodies = requestBodies(routes, app.flowPath, shared);
  const { jsonTypesOf, describedTypesOf, operandTypesOf, valuesOf, definitions, schemas, nodeSchemas } =
    yield* checkSchemas(app, analysis.templates, bodies, reporter, again);
  checkLostContent(
    flows.values(),
    (template) => analysis.templates.get(template) ?? { kind: "empty" },
    reporter,
  );
  if (again === undefined) checkEndlessCalls(graph, reporter);
  // After errors, something may be missing that would lead to a flow.
  if (again === undefined && !reporter.hasErrors && !app.isTests) checkUnusedFlows(app, reporter);
  // A variable of that name hides what there is.
  if (!analysis.dataFlow.sets.has(variableSlot("env"))) checkEnvironment(app.flows.values(), reporter);
  const variableType: VariableTypes = (variable) => analysis.dataFlow.variables.get(variable)?.type ?? "any";
  const known = { templates: analysis.templates, variables: variableType, jsonTypesOf: describedTypesOf };
  const routesAgain = again === undefined ? app : onlyRoutesOf(app, flows);
  if (unclear !== undefined) checkResponses(clearRoutesOf(routesAgain, unclear), known, reporter);
  yield;
  checkArithmetic(flows.values(), operandTypesOf, reporter);
  yield;
  const variables: Variables = (variable) => analysis.dataFlow.variables.get(variable) ?? unknownValue;
  checkArrays(flows.values(), variables, describedTypesOf, reporter);
  yield;
  checkPresence(flows.values(), analysis.dataFlow, jsonTypesOf, reporter);
  const methods = methodsOfFlows(app);
  for (const [path, flow] of flows) {
    checkConditions(flow, { methods: methods.get(path), variables, jsonTypesOf, valuesOf }, reporter);
    yield;
  }
  yield;
  const examined = new Map(again?.before.examined);
  for (const [path, flow] of flows) {
    examined.set(path, examinedPaths(flow, analysis.dataFlow));
    yield;
  }
  const allExamined = () => new Set([...examined.values()].flatMap((paths) => [...paths]));
  return {
    ...graph,
    ...app,
    ...analysis,
    readsHtml: again?.before.readsHtml ?? readsHtml([...flows.values()]),
    jsonTypesOf,
    schemas,
    nodeSchemas,
    definitions: again?.before.definitions ?? definitions,
    facilities: again?.before.facilities ?? facilitiesOf(flows.values()),
    examined,
    detours: checkUrls(flows.values(), allExamined, analysis, api, reporter),
    streamed: streamedRequests(graph),
  };
}

/** Without the routes that one of these flows answers. */
function clearRoutesOf(app: App, unclear: ReadonlySet<string>): App {
  if (unclear.size === 0) return app;
  const isClear = ({ flow }: App["routes"][number]["operations"][number]) => !unclear.has(app.flowPath(flow));
  return {
    ...app,
    routes: app.routes.map((route) => ({ ...route, operations: route.operations.filter(isClear) })),
  };
}

/** With only the routes whose flows may run one of these. */
function onlyRoutesOf(app: App, flows: ReadonlyMap<string, Flow>): App {
  if (app.initFlow !== undefined && flows.has(app.initFlow)) return app;
  const callers = callersOf(app.flows);
  const running = new Set(flows.keys());
  for (const path of running) for (const caller of callers.get(path) ?? []) running.add(caller);
  const isOf = ({ operations }: App["routes"][number]) =>
    operations.some(({ flow }) => running.has(app.flowPath(flow)));
  return { ...app, routes: app.routes.filter(isOf) };
}

function callersOf(flows: ReadonlyMap<string, Flow>): ReadonlyMap<string, readonly string[]> {
  const callers = new Map<string, string[]>();
  for (const [path, flow] of flows)
    for (const called of callsOf(flow)) callers.set(called, [...(callers.get(called) ?? []), path]);
  return callers;
}
