import { statusesWithoutContent } from "../../../runtime/http/methods.js";
import { factsOf } from "../../constructs/actions/facts.js";
import { definitionOf } from "../../constructs/actions/index.js";
import type { Action, Statement } from "../../syntax/flow.js";
import type { FlowRule } from "./rule.js";

/** Finds content that a flow writes beside a status whose responses have none. */
export const lostContent: FlowRule = ({ facts, reporter }) => {
  const checkStatements = (statements: readonly Statement[]): void => {
    for (const statement of statements) {
      if (statement.kind !== "if") continue;
      for (const branch of statement.branches) checkStatements(branch.statements);
      checkStatements(statement.otherwise ?? []);
    }
    const actions = statements.filter((one): one is Action => one.kind === "action");
    const statusOf = (action: Action) => definitionOf(action).setsStatus?.(action, facts);
    const [setter, ...others] = actions.filter((action) => statusOf(action) !== undefined);
    const status =
      setter?.condition === undefined && others.length === 0 ? setter && statusOf(setter) : undefined;
    if (status?.code === undefined || !statusesWithoutContent.has(status.code)) return;
    const lost = actions.find((action) => action.condition === undefined && writesContent(action));
    if (lost !== undefined)
      reporter.report(status.span, "lostContent", { status: status.code, element: lost.element });
  };
  return { flow: ({ statements }) => checkStatements(statements) };
};

/** Tells whether it writes text of the flow. What an upstream system has answered is often not meant for clients. */
function writesContent(action: Action): boolean {
  const { writesMainContent, templates } = factsOf(action);
  return writesMainContent && templates.length > 0;
}
