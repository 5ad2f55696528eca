import { flowExpressions } from "../analyse/flows/expressions.js";
import type { Program } from "../analyse/program.js";
import { systemOfUrl, UpstreamNames } from "../analyse/urls/upstream-names.js";
import { factsOf, placeOfRequest, requestsOf } from "../constructs/actions/facts.js";
import { definitionOf } from "../constructs/actions/index.js";
import { functions } from "../constructs/functions/index.js";
import type { RouteOperation } from "../load/routes.js";
import type { Span } from "../source/source-text.js";
import type { Action, Flow } from "../syntax/flow.js";
import { treeOf, treesOf } from "../syntax/flow-summary.js";
import { isHandlerPath } from "../syntax/handler.js";
import type { JwtScheme } from "../syntax/security.js";
import { actionsOf } from "../syntax/statements.js";
import { walkExpression } from "../syntax/visit-expression.js";
import type { Expression } from "../syntax/xpath.js";
import { type PublishedPath, publishedPaths } from "./docs.js";
import { type AnsweredBy, answeredBy } from "./share.js";

/** The parts of an app, and which of them uses which. */
export interface AppGraph {
  /** Operations in the order in which they are tried; all others by name. */
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

export interface GraphNode {
  /** The kind and what tells it from others of that kind: `flow:users/get.xml`. */
  readonly id: string;
  readonly kind: GraphNodeKind;
  /** Method and path of an operation, the path of a file, or where an upstream system is. */
  readonly label: string;
  /** The file of a flow, a handler or a template; the API description for operations. */
  readonly file?: string;
  /** For operations: `*` is every method, and the path has the base path. */
  readonly method?: string;
  readonly path?: string;
  /** The path as the API description has it. */
  readonly route?: string;
  readonly answeredBy?: AnsweredBy;
  /** For flows that run although nothing calls them, and for what an app says of itself. */
  readonly role?: NodeRole;
}

/** Stylesheets are templates, too; a handler is one, whatever calls it. */
export type GraphNodeKind = "operation" | "flow" | "subflow" | "handler" | "template" | "upstream";

type NodeRole = FlowRole | PublishedPath["what"];

type FlowRole = "init" | "error" | "outside" | "config";

/** Something uses something. */
export interface GraphEdge {
  /** IDs of nodes. */
  readonly from: string;
  readonly to: string;
  /** The first place where it does: the file and the line. */
  readonly place: string;
}

/** The graph of an app, from what the analysis knows. */
export function describeGraph(program: Program): AppGraph {
  const drawing = new GraphDrawing(program);
  for (const path of publishedPaths(program.api)) drawing.published(path);
  for (const { pattern, operations } of program.routes)
    for (const operation of operations) drawing.operation(pattern, operation);
  for (const [path, flow] of treesOf(program.flows)) drawing.flow(path, flow);
  return drawing.graph();
}

class GraphDrawing {
  readonly #operations: GraphNode[] = [];
  readonly #others = new Map<string, GraphNode>();
  readonly #edges = new Map<string, GraphEdge>();
  readonly #upstreamNames: UpstreamNames;
  readonly #roles: ReadonlyMap<string | undefined, FlowRole>;

  constructor(private readonly program: Program) {
    const { initFlow, errorFlow, outsideFlow, configFlow } = program;
    this.#upstreamNames = new UpstreamNames(program.dataFlow.variables);
    this.#roles = new Map([
      [configFlow, "config"],
      [outsideFlow, "outside"],
      [errorFlow, "error"],
      [initFlow, "init"],
    ]);
  }

  published({ what, path: route }: PublishedPath): void {
    this.#operation("GET", route, this.program.api.source.path, what, what);
  }

  operation(route: string, one: RouteOperation): void {
    const { method, flow, operation, security } = one;
    const span = operation?.span ?? flow.span;
    const id = this.#operation(method, route, span.source.path, answeredBy(one));
    const flowPath = this.program.flowPath(flow);
    const target = treeOf(this.program.flows.get(flowPath));
    // A proxy is a flow that nobody has written.
    if (flow.proxy !== undefined) for (const action of actionsIn(target)) this.#upstream(id, action);
    else if (target !== undefined && !flow.isMocked) this.#edge(id, this.#flowId(flowPath), flow.span);
    for (const scheme of new Set(security.flat().map((requirement) => requirement.scheme)))
      this.#scheme(id, scheme);
  }

  flow(path: string, flow: Flow): void {
    // Those of proxies are in the API description.
    if (flow.source.path !== path) return;
    const from = this.#flowId(path);
    for (const action of actionsIn(flow)) {
      const { calls, templates } = factsOf(action);
      if (calls !== undefined) this.#edge(from, this.#flowId(calls), action.span);
      const stylesheet = definitionOf(action).stylesheet?.(action).source;
      const files = [...templates.map(({ span }) => span.source), stylesheet];
      for (const source of files)
        if (source !== undefined && source !== flow.source)
          this.#edge(from, this.#file("template", source.path), action.span);
      this.#upstream(from, action);
    }
    for (const expression of flowExpressions(flow)) this.#asked(from, expression);
  }

  graph(): AppGraph {
    const others = [...this.#others.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    return { nodes: [...this.#operations, ...others], edges: [...this.#edges.values()] };
  }

  #operation(
    method: string,
    route: string,
    file: string,
    answeredBy: AnsweredBy,
    role?: PublishedPath["what"],
  ): string {
    const path = this.program.api.basePath + route;
    const label = `${method === "*" ? "any" : method} ${path}`;
    const id = `operation:${method} ${path}`;
    const own = { id, kind: "operation", label, file, method, path, route, answeredBy } as const;
    this.#operations.push({ ...own, ...(role && { role }) });
    return id;
  }

  #scheme(from: string, { key, postCheckFlow }: JwtScheme): void {
    if (postCheckFlow !== undefined)
      this.#edge(from, this.#flowId(this.program.flowPath(postCheckFlow)), postCheckFlow.span);
    if (key.kind !== "key-set") return;
    const { url } = key;
    this.#edge(from, this.#system(url.kind === "text" ? systemOfUrl(url.text) : `$${url.name}`), url.span);
  }

  #upstream(from: string, action: Action): void {
    for (const request of requestsOf(action, this.program.templates))
      for (const name of this.#upstreamNames.of(request))
        this.#edge(from, this.#system(name), placeOfRequest(action, request));
  }

  /** The systems that functions ask. */
  #asked(from: string, expression: Expression): void {
    walkExpression(expression, (inner) => {
      if (inner.kind !== "call" || functions.get(inner.name)?.needs === undefined) return;
      const [url] = inner.arguments;
      if (url === undefined) return;
      for (const name of this.#upstreamNames.ofUrl(url)) this.#edge(from, this.#system(name), inner.span);
    });
  }

  #flowId(path: string): string {
    const { operationFlows, calledFlows, postCheckFlows } = this.program;
    const role = this.#roles.get(path);
    const isCalled = calledFlows.has(path) || postCheckFlows.has(path);
    const isOnlyCalled = role === undefined && !operationFlows.has(path) && isCalled;
    const kind = isHandlerPath(path) ? "handler" : isOnlyCalled ? "subflow" : "flow";
    return this.#file(kind, this.program.flows.get(path)?.source.path ?? path, role);
  }

  #file(kind: "flow" | "subflow" | "handler" | "template", file: string, role?: FlowRole): string {
    return this.#node({ id: `${kind}:${file}`, kind, label: file, file, ...(role && { role }) });
  }

  #system(name: string | undefined): string {
    const label = name ?? unknownSystem;
    return this.#node({ id: `upstream:${name ?? ""}`, kind: "upstream", label });
  }

  #node(node: GraphNode): string {
    if (!this.#others.has(node.id)) this.#others.set(node.id, node);
    return node.id;
  }

  #edge(from: string, to: string, { source, start }: Span): void {
    const key = JSON.stringify([from, to]);
    if (!this.#edges.has(key))
      this.#edges.set(key, { from, to, place: `${source.path}:${source.place(start).line}` });
  }
}

const unknownSystem = "decided at run time";

const actionsIn = (flow: Flow | undefined): readonly Action[] =>
  flow === undefined ? [] : actionsOf(flow.statements);
