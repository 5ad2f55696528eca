import { factsOf } from "../../constructs/actions/facts.js";
import type { Span } from "../../source/source-text.js";
import type { Flow, Statement } from "../../syntax/flow.js";
import { treesOf } from "../../syntax/flow-summary.js";
import { actionsOf } from "../../syntax/statements.js";
import type { FlowGraph } from "../data-flow/index.js";
import type { Rule } from "./rule.js";

/** After this many rounds without a result, nothing is reported. Each round costs one look at all flows. */
const maxRounds = 50;

/** Finds calls that lead back to their flow on every way through it, so that no request ever comes to its end. */
export const endlessCalls: Rule = ({ graph, reporter }) => ({
  end() {
    const flows = treesOf(graph.flows);
    const endless = endlessFlows(graph);
    for (const path of endless) {
      const flow = flows.get(path);
      const call = flow && callBack(path, flow, flows, endless);
      if (call !== undefined) reporter.report(call.span, "endlessCalls", { way: call.way.join(", ") });
    }
  },
});

function endlessFlows({ flows, flowFacts }: FlowGraph): ReadonlySet<string> {
  const recursive = [...treesOf(flows)].filter(([path]) => flowFacts.get(path)?.isRecursive === true);
  // Each recursive flow counts as endless until a way through it is found.
  let endless = new Set(recursive.map(([path]) => path));
  for (let round = 0; round < maxRounds; round++) {
    const left = recursive.filter(
      ([path, { statements }]) => endless.has(path) && throughStatements(statements, endless) === "calls",
    );
    if (left.length === endless.size) return endless;
    endless = new Set(left.map(([path]) => path));
  }
  return new Set();
}

/** The outcome of all ways through statements: an endless call, or none that is certain; or a way may end before. */
type Outcome = "calls" | "continues" | "may-end";

function throughStatements(statements: readonly Statement[], endless: ReadonlySet<string>): Outcome {
  for (const statement of statements) {
    const outcome = through(statement, endless);
    if (outcome !== "continues") return outcome;
  }
  return "continues";
}

function through(statement: Statement, endless: ReadonlySet<string>): Outcome {
  switch (statement.kind) {
    case "break":
    case "return":
      return "may-end";
    case "if": {
      const ways = [...statement.branches.map(({ statements }) => statements), statement.otherwise ?? []];
      const outcomes = ways.map((way) => throughStatements(way, endless));
      if (outcomes.includes("may-end")) return "may-end";
      return outcomes.every((outcome) => outcome === "calls") ? "calls" : "continues";
    }
    case "action": {
      const { calls, ends } = factsOf(statement);
      if (ends !== "nothing") return "may-end";
      const isCertain = statement.condition === undefined && calls !== undefined;
      return isCertain && endless.has(calls) ? "calls" : "continues";
    }
    default:
      return statement satisfies never;
  }
}

/** The first call in a flow that leads back to it, and the flows on the way. */
function callBack(
  path: string,
  { statements }: Flow,
  flows: ReadonlyMap<string, Flow>,
  endless: ReadonlySet<string>,
): { readonly span: Span; readonly way: readonly string[] } | undefined {
  for (const action of actionsOf(statements)) {
    const { calls } = factsOf(action);
    if (calls === undefined || !endless.has(calls)) continue;
    const way = wayTo(path, calls, flows, endless);
    if (way !== undefined) return { span: action.span, way: [path, ...way] };
  }
  return undefined;
}

/** The longest way that a message shows. */
const maxWay = 10;

/** The flows from one to another, following the first endless call of each. */
function wayTo(
  target: string,
  from: string,
  flows: ReadonlyMap<string, Flow>,
  endless: ReadonlySet<string>,
): readonly string[] | undefined {
  const way = [from];
  for (let at = from; at !== target; ) {
    const calls = actionsOf(flows.get(at)?.statements ?? []).flatMap((action) => factsOf(action).calls ?? []);
    const next = calls.find((called) => called === target) ?? calls.find((called) => endless.has(called));
    if (next === undefined || way.length === maxWay) return undefined;
    way.push(next);
    at = next;
  }
  return way;
}
