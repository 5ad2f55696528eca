import { definitionOf } from "../../constructs/actions/index.js";
import { tagPlace } from "../../syntax/flow.js";
import { actionsOf } from "../../syntax/statements.js";
import { callsOf } from "../flows/calls.js";
import type { Rule } from "./rule.js";

/** Finds flows that run after the check of a token, and that set the status of an error without keeping the operation from running. */
export const postChecks: Rule = ({ app, graph, facts, reporter }) => ({
  flow(flow, path) {
    if (!app.postCheckFlows.has(path) || callsOf(flow).length > 0) return;
    const actions = actionsOf(flow.statements);
    if (graph.flowFacts.get(path)?.mayEnd === true) return;
    for (const action of actions) {
      const status = definitionOf(action).setsStatus?.(action, facts);
      if (status?.code !== undefined && status.code >= 400)
        reporter.report(tagPlace(action), "refusesNobody", { status: status.code });
    }
  },
});
