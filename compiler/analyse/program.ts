import { factsOf } from "../constructs/actions/facts.js";
import { proxyFlow } from "../constructs/actions/proxy-request.js";
import { nearest } from "../diagnostics/nearest.js";
import type { Reporter } from "../diagnostics/reporter.js";
import { parseFlow } from "../parse/flow/flow.js";
import { type Files, resolvePath } from "../source/files.js";
import type { Action, Flow } from "../syntax/flow.js";
import type { ApiDescription, FlowReference } from "../syntax/openapi.js";
import type { JwtScheme } from "../syntax/security.js";
import { actionsOf } from "../syntax/statements.js";
import { checkPresence } from "./checks/presence.js";
import { checkReachable } from "./checks/reachable.js";
import type { FlowGraph } from "./data-flow/index.js";
import { flowFacts } from "./flows/facts.js";
import { analyseFlows, type FlowAnalysis } from "./flows/index.js";
import { readsHtml } from "./flows/reads-html.js";
import { type RequestFacility, requestFacilities } from "./flows/request-facilities.js";
import { requiredSchemes } from "./flows/required-schemes.js";
import { streamedRequests } from "./flows/streamed.js";
import { linkRoutes, type Route } from "./routes.js";
import { checkSchemas, type JsonTypesOf } from "./schemas/check-schemas.js";
import { requestBodies } from "./schemas/request-bodies.js";
import { checkUrls } from "./urls/check-urls.js";

/** The whole app, and what is known of it before it runs. */
export interface Program extends FlowGraph, FlowAnalysis {
  /** The flow directory. */
  readonly files: Files;
  readonly api: ApiDescription;
  readonly routes: readonly Route[];
  readonly jsonTypesOf: JsonTypesOf;
  /** The API descriptions of upstream systems, by the names that requests give them. */
  readonly definitions: ReadonlyMap<string, ApiDescription>;
  /** Some flow may look into content that is HTML. */
  readonly readsHtml: boolean;
  /** The security schemes that any operation requires. */
  readonly securitySchemes: readonly JwtScheme[];
  readonly facilities: readonly RequestFacility[];
  /** Segments `.` and `..`, and backslashes, that flows themselves write in URLs of upstream requests. */
  readonly detours: ReadonlyMap<Action, number>;
  /** Upstream requests whose response nothing but the client reads. */
  readonly streamed: ReadonlySet<Action>;
  /** The flow file that a reference names. */
  flowPath(reference: FlowReference): string;
}

const OUTSIDE_FLOW = "conf/flow.xml";

/** Follows every reference from the API description, and checks what it meets. */
export function analyse(api: ApiDescription, files: Files, reporter: Reporter): Program {
  const routes = linkRoutes(api, reporter);
  const flows = new FlowLoader(files, reporter);
  const entry = (reference: FlowReference | undefined) => reference && flows.reference(reference);
  for (const route of routes) for (const { flow } of route.operations) entry(flow);
  const initFlow = entry(api.initFlow);
  const errorFlow = entry(api.errorFlow);
  const outsideFlow = flows.load(OUTSIDE_FLOW) ? OUTSIDE_FLOW : undefined;
  const configFlow = api.validation && flows.add(api.validation);
  const securitySchemes = requiredSchemes(routes);
  const postCheckFlows = securitySchemes.map(({ postCheckFlow }) => flows.call(postCheckFlow));
  for (const flow of flows.loaded.values()) checkReachable(flow, reporter);
  const flowPath = ({ span, src, proxy }: FlowReference) =>
    proxy === undefined ? (resolvePath(span.source.path, src) ?? src) : src;
  const graph: FlowGraph = {
    flows: flows.loaded,
    initFlow,
    errorFlow,
    outsideFlow,
    configFlow,
    operationFlows: new Set(routes.flatMap(({ operations }) => operations.map(({ flow }) => flowPath(flow)))),
    calledFlows: flows.called,
    postCheckFlows: new Set(postCheckFlows.filter((path) => path !== undefined)),
    tokenVariables: new Set(securitySchemes.map(({ variable }) => variable)),
    flowFacts: flowFacts(flows.loaded),
  };
  const analysis = analyseFlows(graph, files, reporter);
  const shared = new Set([...flows.called, initFlow, errorFlow, outsideFlow, configFlow]);
  const bodies = requestBodies(routes, flowPath, shared);
  const { templates } = analysis;
  const { jsonTypesOf, definitions } = checkSchemas(
    { flows: flows.loaded, templates, bodies },
    files,
    reporter,
  );
  checkPresence(graph.flows.values(), analysis.dataFlow, jsonTypesOf, reporter);
  return {
    files,
    api,
    routes,
    ...graph,
    ...analysis,
    readsHtml: readsHtml([...flows.loaded.values()]),
    jsonTypesOf,
    definitions,
    securitySchemes,
    facilities: requestFacilities(graph.flows.values()),
    detours: checkUrls(graph.flows.values(), analysis, api, reporter),
    streamed: streamedRequests(graph),
    flowPath,
  };
}

class FlowLoader {
  readonly loaded = new Map<string, Flow>();
  readonly called = new Set<string>();
  readonly #tried = new Set<string>();

  constructor(
    private readonly files: Files,
    private readonly reporter: Reporter,
  ) {}

  /** The path of the flow file that the API description names; reported where there is none. */
  reference({ span, src, proxy }: FlowReference): string | undefined {
    if (proxy !== undefined) {
      this.loaded.set(src, proxyFlow(span.source, span, proxy));
      return src;
    }
    const path = resolvePath(span.source.path, src);
    if (path === undefined) this.reporter.report(span, "fileOutside", { path: src });
    else if (!this.load(path))
      this.reporter.report(span, "missingFile", { path, nearest: nearest(path, this.files.names) });
    return path;
  }

  /** The path of a flow that is parsed already, and calls no other. */
  add(flow: Flow): string {
    this.loaded.set(flow.source.path, flow);
    return flow.source.path;
  }

  /** The same for a flow that the engine calls beside that of an endpoint. */
  call(reference: FlowReference | undefined): string | undefined {
    const path = reference && this.reference(reference);
    if (path !== undefined) this.called.add(path);
    return path;
  }

  /** Parses a flow and all flows that it calls; false if there is no such file. */
  load(path: string): boolean {
    const pending = [path];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (this.#tried.has(next)) continue;
      const source = this.files.get(next);
      if (source === undefined) continue;
      this.#tried.add(next);
      const flow = parseFlow(source, this.files, this.reporter);
      if (flow === undefined) continue;
      this.loaded.set(next, flow);
      for (const action of actionsOf(flow.statements)) {
        const { calls } = factsOf(action);
        if (calls === undefined) continue;
        this.called.add(calls);
        pending.push(calls);
      }
    }
    return this.#tried.has(path);
  }
}
