import type { RequestFacility } from "../constructs/options/facilities.js";
import type { Reporter } from "../diagnostics/reporter.js";
import type { App } from "../load/index.js";
import type { Action } from "../syntax/flow.js";
import type { ApiDescription } from "../syntax/openapi.js";
import type { VariableTypes } from "../syntax/static-type.js";
import { checkArithmetic } from "./checks/arithmetic.js";
import { checkEndlessCalls } from "./checks/endless-calls.js";
import { checkEnvironment } from "./checks/environment.js";
import { checkLostContent } from "./checks/lost-content.js";
import { checkPresence } from "./checks/presence.js";
import { checkReachable } from "./checks/reachable.js";
import { checkUnusedFlows } from "./checks/unused-flows.js";
import { checkConditions } from "./conditions/check-conditions.js";
import { methodsOfFlows } from "./conditions/methods.js";
import type { FlowGraph } from "./data-flow/index.js";
import { variableSlot } from "./data-flow/slots.js";
import { analyseFlows, type FlowAnalysis } from "./flow-analysis.js";
import { flowFacts } from "./flows/facts.js";
import { readsHtml } from "./flows/reads-html.js";
import { checkResponses } from "./schemas/check-responses.js";
import { checkSchemas, type JsonTypesOf } from "./schemas/check-schemas.js";
import { requestBodies } from "./schemas/request-bodies.js";
import { unknownValue } from "./types/known.js";
import type { Variables } from "./types/node-types.js";
import { facilitiesOf } from "./upstream/request-facilities.js";
import { streamedRequests } from "./upstream/streamed.js";
import { checkUrls } from "./urls/check-urls.js";

/** The whole app, with everything that the analysis found out about it. */
export interface Program extends App, FlowGraph, FlowAnalysis {
  readonly jsonTypesOf: JsonTypesOf;
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
  /** Upstream requests whose response is passed to the client without any flow reading it. */
  readonly streamed: ReadonlySet<Action>;
}

/** Finds out what can be known of an app before it runs, and reports what is wrong with it. */
export function analyse(app: App, reporter: Reporter): Program {
  const { flows, files, api, routes } = app;
  checkReachable(flows, reporter);
  const graph: FlowGraph = { ...app, flowFacts: flowFacts(flows) };
  const analysis = analyseFlows(graph, files, reporter);
  const shared = new Set([...app.calledFlows, app.initFlow, app.errorFlow, app.outsideFlow, app.configFlow]);
  const bodies = requestBodies(routes, app.flowPath, shared);
  const { jsonTypesOf, describedTypesOf, operandTypesOf, valuesOf, definitions } = checkSchemas(
    app,
    analysis.templates,
    bodies,
    reporter,
  );
  checkLostContent(
    flows.values(),
    (template) => analysis.templates.get(template) ?? { kind: "empty" },
    reporter,
  );
  checkEndlessCalls(graph, reporter);
  // After errors, something may be missing that would lead to a flow.
  if (!reporter.hasErrors) checkUnusedFlows(app, reporter);
  // A variable of that name hides what there is.
  if (!analysis.dataFlow.sets.has(variableSlot("env"))) checkEnvironment(flows.values(), reporter);
  const variableType: VariableTypes = (variable) => analysis.dataFlow.variables.get(variable)?.type ?? "any";
  const known = { templates: analysis.templates, variables: variableType, jsonTypesOf: describedTypesOf };
  if (!reporter.hasErrors) checkResponses(app, known, reporter);
  checkArithmetic(flows.values(), operandTypesOf, reporter);
  checkPresence(flows.values(), analysis.dataFlow, jsonTypesOf, reporter);
  const variables: Variables = (variable) => analysis.dataFlow.variables.get(variable) ?? unknownValue;
  const methods = methodsOfFlows(app);
  for (const [path, flow] of flows)
    checkConditions(flow, { methods: methods.get(path), variables, jsonTypesOf, valuesOf }, reporter);
  return {
    ...graph,
    ...app,
    ...analysis,
    readsHtml: readsHtml([...flows.values()]),
    jsonTypesOf,
    definitions,
    facilities: facilitiesOf(flows.values()),
    detours: checkUrls(flows.values(), analysis, api, reporter),
    streamed: streamedRequests(graph),
  };
}
