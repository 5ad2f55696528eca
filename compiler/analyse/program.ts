import type { ActionNode } from "../actions/index.js";
import { definitionOf } from "../actions/index.js";
import type { Reporter } from "../diagnostics/reporter.js";
import { type Files, resolvePath } from "../files.js";
import { nearest } from "../nearest.js";
import { parseFlow } from "../parse/flow.js";
import type { Flow } from "../syntax/flow.js";
import type { ApiDescription, FlowReference } from "../syntax/openapi.js";
import type { Template } from "../syntax/template.js";
import type { Expression } from "../syntax/xpath.js";
import { checkExpressions } from "./check-expressions.js";
import { checkReachable } from "./check-reachable.js";
import { checkTemplateNodes } from "./check-templates.js";
import { checkVariables, knownVariables } from "./check-variables.js";
import { type FlowFacts, flowFacts } from "./flow-facts.js";
import { linkRoutes, type Route } from "./link.js";
import { readsHtml } from "./reads-html.js";
import { checkSchemas, type JsonTypesOf } from "./schemas/check-schemas.js";
import { requestBodies } from "./schemas/request-bodies.js";
import { actionsOf, conditionsOf } from "./statements.js";
import { analyseTemplate, type TemplateFacts } from "./templates.js";
import { templateExpressions } from "./walk.js";

/** The whole app, and what is known of it before it runs. */
export interface Program {
  /** The flow directory. */
  readonly files: Files;
  readonly api: ApiDescription;
  readonly routes: readonly Route[];
  /** By path in the flow directory: all that anything leads to. */
  readonly flows: ReadonlyMap<string, Flow>;
  readonly initFlow: string | undefined;
  readonly errorFlow: string | undefined;
  /** `conf/flow.xml`: answers what is outside the base path. */
  readonly outsideFlow: string | undefined;
  /** `conf/config.xml`: sets what is validated, before that is done. */
  readonly configFlow: string | undefined;
  /** Flows that are somebody's sub-flow. */
  readonly calledFlows: ReadonlySet<string>;
  /** Variables that exist beside those of templates: predefined ones, and those that some flow sets. */
  readonly variables: ReadonlySet<string>;
  readonly templates: ReadonlyMap<Template, TemplateFacts>;
  readonly flowFacts: ReadonlyMap<string, FlowFacts>;
  readonly jsonTypesOf: JsonTypesOf;
  /** The API descriptions of upstream systems, by the names that requests give them. */
  readonly definitions: ReadonlyMap<string, ApiDescription>;
  /** Some flow may look into content that is HTML. */
  readonly readsHtml: boolean;
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
  const templates = new Map<Template, TemplateFacts>();
  for (const flow of flows.loaded.values()) checkFlow(flow, templates, files, reporter);
  const all = [...flows.loaded.values()];
  const variables = knownVariables(all);
  // An action with an error may be the one that sets a variable.
  if (!reporter.hasErrors) checkVariables(all, variables, reporter);
  const flowPath = ({ span, src }: FlowReference) => resolvePath(span.source.path, src) ?? src;
  const shared = new Set([...flows.called, initFlow, errorFlow, outsideFlow, configFlow]);
  const bodies = requestBodies(routes, flowPath, shared);
  const { jsonTypesOf, definitions } = checkSchemas(
    { flows: flows.loaded, templates, bodies },
    files,
    reporter,
  );
  return {
    files,
    api,
    routes,
    flows: flows.loaded,
    initFlow,
    errorFlow,
    outsideFlow,
    configFlow,
    calledFlows: flows.called,
    variables,
    templates,
    flowFacts: flowFacts(flows.loaded),
    readsHtml: readsHtml(all),
    jsonTypesOf,
    definitions,
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
  reference({ span, src }: FlowReference): string | undefined {
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
        const { calls } = definitionOf(action).facts(action);
        if (calls === undefined) continue;
        this.called.add(calls);
        pending.push(calls);
      }
    }
    return this.#tried.has(path);
  }
}

function checkFlow(
  flow: Flow,
  templates: Map<Template, TemplateFacts>,
  files: Files,
  reporter: Reporter,
): void {
  checkReachable(flow, reporter);
  const conditions: readonly Expression[] = conditionsOf(flow.statements);
  checkExpressions(conditions, reporter, files);
  for (const action of actionsOf(flow.statements)) checkAction(action, templates, files, reporter);
}

function checkAction(
  action: ActionNode,
  templates: Map<Template, TemplateFacts>,
  files: Files,
  reporter: Reporter,
): void {
  const definition = definitionOf(action);
  const facts = definition.facts(action);
  checkExpressions(facts.expressions ?? [], reporter, files);
  for (const template of facts.templates ?? []) {
    checkExpressions(templateExpressions(template), reporter, files);
    checkTemplateNodes(template.parts, reporter);
    templates.set(template, analyseTemplate(template, reporter));
  }
  definition.check?.(action, { reporter, facts: (template) => templates.get(template) ?? { kind: "empty" } });
}
