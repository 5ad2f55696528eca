import type { Reporter } from "../../diagnostics/reporter.js";
import { type Flow, nameOf, type Statement } from "../../syntax/flow.js";
import { alwaysEnds } from "../flows/ends.js";

/** Finds statements behind one that always ends the flow. */
export function checkReachable(flow: Flow, reporter: Reporter): void {
  checkStatements(flow.statements, reporter);
}

function checkStatements(statements: readonly Statement[], reporter: Reporter): void {
  for (const statement of statements) {
    if (statement.kind !== "if") continue;
    for (const branch of statement.branches) checkStatements(branch.statements, reporter);
    checkStatements(statement.otherwise ?? [], reporter);
  }
  const end = statements.findIndex(alwaysEnds);
  const [last, next] = end < 0 ? [] : statements.slice(end, end + 2);
  if (last !== undefined && next !== undefined)
    reporter.report(next.span, "unreachable", { after: nameOf(last) });
}
