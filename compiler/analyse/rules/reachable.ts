import { factsOf } from "../../constructs/actions/facts.js";
import { type Flow, nameOf, type Statement } from "../../syntax/flow.js";
import { allStatements } from "../../syntax/statements.js";
import { alwaysEnds } from "../flows/ends.js";
import type { Rule } from "./rule.js";

/** Finds statements behind one that always ends the flow, also by way of a flow that it calls. */
export const reachable: Rule = ({ flows, reporter }) => {
  const returns = new Returns(flows);
  const checkStatements = (statements: readonly Statement[]): void => {
    for (const statement of statements) {
      if (statement.kind !== "if") continue;
      for (const branch of statement.branches) checkStatements(branch.statements);
      checkStatements(statement.otherwise ?? []);
    }
    const end = statements.findIndex((statement) => returns.isEnd(statement));
    const [last, next] = end < 0 ? [] : statements.slice(end, end + 2);
    if (last !== undefined && next !== undefined)
      reporter.report(next.span, "unreachable", { after: nameOf(last) });
  };
  return { flow: ({ statements }) => checkStatements(statements) };
};

/** Which flows return to those that call them. */
class Returns {
  readonly #known = new Map<string, boolean>();

  constructor(private readonly flows: ReadonlyMap<string, Flow>) {}

  /** Tells whether nothing behind a statement runs. */
  isEnd(statement: Statement): boolean {
    if (statement.kind === "if") {
      const ways = [...statement.branches.map(({ statements }) => statements), statement.otherwise ?? []];
      return ways.every((statements) => statements.some((one) => this.isEnd(one)));
    }
    if (alwaysEnds(statement)) return true;
    if (statement.kind !== "action" || statement.condition !== undefined) return false;
    const { calls, ends } = factsOf(statement);
    // A handler may call a flow, and need not.
    return calls !== undefined && ends === "nothing" && !this.#returns(calls);
  }

  #returns(path: string): boolean {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    // A flow that calls itself counts as one that returns.
    this.#known.set(path, true);
    const statements = this.flows.get(path)?.statements ?? [];
    const hasReturn = allStatements(statements).some(({ kind }) => kind === "return");
    const returns = hasReturn || !statements.some((statement) => this.isEnd(statement));
    this.#known.set(path, returns);
    return returns;
  }
}
