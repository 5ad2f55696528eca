import { factsOf } from "../../constructs/actions/facts.js";
import { definitionOf } from "../../constructs/actions/index.js";
import { functions } from "../../constructs/functions/index.js";
import { append } from "../../source/lists.js";
import type { Action, Flow, Statement } from "../../syntax/flow.js";
import { treeOf, treesOf } from "../../syntax/flow-summary.js";
import { actionsOf, allStatements } from "../../syntax/statements.js";
import { walkExpression } from "../../syntax/visit-expression.js";
import { hasDot, templateExpressions } from "../../syntax/visit-template.js";
import type { Expression, FunctionCall } from "../../syntax/xpath.js";
import type { FlowGraph } from "../data-flow/index.js";
import { locationRead } from "../expressions/calls.js";
import { callsOf } from "../flows/calls.js";
import { readsClientBody } from "../flows/facts.js";

/**
 * Finds the upstream requests whose bodies can be streamed: nothing that may run later looks at the body of
 * the response or of the client's request. Candidates are `proxy-request`, and `request` with a `pass-body`
 * after it.
 */
export function streamedRequests(graph: FlowGraph): ReadonlySet<Action> {
  const { flows, errorFlow } = graph;
  const candidates = [...treesOf(flows)].flatMap(([path, { statements }]) =>
    actionsOf(statements)
      .filter(isCandidate)
      .map((action) => ({ path, action })),
  );
  if (candidates.length === 0) return new Set();
  const readers = new Readers(graph);
  if (errorFlow !== undefined && readers.inFlow(errorFlow)) return new Set();
  const streamed = candidates.filter(({ path, action }) => !readers.after(path, action));
  return new Set(streamed.map(({ action }) => action));
}

function isCandidate(action: Action, index: number, actions: readonly Action[]): boolean {
  const { streams } = definitionOf(action);
  if (streams !== "if-passed") return streams === "always";
  return actions.slice(index).some((later) => definitionOf(later).passesBody === true);
}

/** Tells where flows read the body of a response or of the client's request. */
class Readers {
  /** For each statement of a flow, whether a later one reads a body. */
  readonly #behind = new Map<string, ReadonlyMap<Statement, boolean>>();
  readonly #inFlow = new Map<string, boolean>();
  readonly #callers = new Map<string, string[]>();

  constructor(private readonly graph: FlowGraph) {
    for (const [path, flow] of graph.flows)
      for (const called of new Set(callsOf(flow))) append(this.#callers, called, path);
  }

  /** Tells whether anything that runs after an action reads a body. */
  after(path: string, action: Action, passed: Set<string> = new Set()): boolean {
    return this.#statementsBehind(path).get(action) === true || this.#afterFlow(path, passed);
  }

  #afterFlow(path: string, passed: Set<string>): boolean {
    if (passed.has(path)) return false;
    passed.add(path);
    const { flows, initFlow, postCheckFlows } = this.graph;
    const runsBeforeOthers = path === initFlow || postCheckFlows.has(path);
    if (runsBeforeOthers && [...flows.keys()].some((other) => this.inFlow(other))) return true;
    const callers = this.#callers.get(path) ?? [];
    return callers.some((from) =>
      actionsOf(this.#tree(from)?.statements ?? []).some(
        (action) => callOf(action) === path && this.after(from, action, passed),
      ),
    );
  }

  #statementsBehind(path: string): ReadonlyMap<Statement, boolean> {
    const known = this.#behind.get(path);
    if (known !== undefined) return known;
    const behind = new Map<Statement, boolean>();
    let reads = false;
    for (const statement of this.#statements(path).toReversed()) {
      behind.set(statement, reads);
      reads ||= this.#reads(statement);
    }
    this.#behind.set(path, behind);
    return behind;
  }

  inFlow(path: string): boolean {
    const known = this.#inFlow.get(path);
    if (known !== undefined) return known;
    const found = readsBodies(path, (one) => this.#tree(one));
    this.#inFlow.set(path, found);
    return found;
  }

  #reads(statement: Statement): boolean {
    const calls = callOf(statement);
    return readsItself(statement) || (calls !== undefined && this.inFlow(calls));
  }

  #statements(path: string): readonly Statement[] {
    return allStatements(this.#tree(path)?.statements ?? []);
  }

  #tree(path: string): Flow | undefined {
    const { flows, slices } = this.graph;
    const flow = flows.get(path);
    if (flow?.kind === "summary") slices.askTree(path);
    return treeOf(flow);
  }
}

/** Tells whether anything in a flow, or in one that it calls, reads a body. */
export function readsBodies(path: string, tree: (path: string) => Flow | undefined): boolean {
  const reached = new Set([path]);
  for (const each of reached) {
    const flow = tree(each);
    if (flow === undefined) continue;
    if (allStatements(flow.statements).some(readsItself)) return true;
    for (const called of callsOf(flow)) reached.add(called);
  }
  return false;
}

function callOf(statement: Statement): string | undefined {
  return statement.kind === "action" ? factsOf(statement).calls : undefined;
}

/** Tells whether a statement reads a body itself, not in a flow that it calls. */
function readsItself(statement: Statement): boolean {
  if (statement.kind === "if") return statement.branches.some(({ test }) => reads(test));
  if (statement.condition !== undefined && reads(statement.condition)) return true;
  if (statement.kind !== "action") return false;
  const { expressions, templates, reads: place, readsBodies } = factsOf(statement);
  return (
    readsBodies ||
    place.kind === "body" ||
    expressions.some(reads) ||
    templates.some((template) => hasDot(template) || templateExpressions(template).some(reads))
  );
}

/**
 * Tells whether an expression may look at the body of a response, at the main content, or at the body of the
 * client's request.
 */
function reads(expression: Expression): boolean {
  let found = readsClientBody(expression);
  walkExpression(expression, (inner) => {
    if (inner.kind === "path") found ||= typeof inner.start === "string";
    if (inner.kind === "call") found ||= readsContent(inner);
  });
  return found;
}

function readsContent(call: FunctionCall): boolean {
  const definition = functions.get(call.name);
  const readsContext = definition?.reads === "focus" && definition.operation === undefined;
  return (
    readsContext ||
    definition?.reads === "content" ||
    usesContext(call) ||
    locationRead(call)?.kind === "content"
  );
}

function usesContext({ name, arguments: given }: FunctionCall): boolean {
  const definition = functions.get(name);
  return definition?.contextDefault === true && given.length < definition.parameters.length;
}
