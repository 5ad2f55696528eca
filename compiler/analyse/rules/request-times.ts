import { settings } from "../../../runtime/base/settings.js";
import { factsOf, requestsOf } from "../../constructs/actions/facts.js";
import { mostSeconds, repetitionsOf } from "../../constructs/options/check-retry.js";
import type { Action, Statement } from "../../syntax/flow.js";
import { treeOf } from "../../syntax/flow-summary.js";
import { actionsOf } from "../../syntax/statements.js";
import type { Rule } from "./rule.js";

/** Finds flows whose requests may take longer than a request of a client may, and repetitions that recursion multiplies. */
export const requestTimes: Rule = ({ app, graph, flows, routes, templates, systemTime, reporter }) => {
  const limit = settings.REQUEST_TIMEOUT.otherwise;
  const known = new Map<string, number>();

  const ofAction = (action: Action): number => {
    const { calls } = factsOf(action);
    const requests = requestsOf(action, templates).map((request) =>
      mostSeconds(request.config, systemTime(request).seconds),
    );
    return Math.max(0, ...requests) + (calls === undefined ? 0 : ofFlow(calls));
  };
  /** The longest way through statements. Reports the one that goes beyond the limit. */
  const ofStatements = (statements: readonly Statement[], before: number, isShown: boolean): number => {
    let sum = before;
    for (const statement of statements) {
      const from = sum;
      if (statement.kind === "if") {
        const ways = [...statement.branches.map((branch) => branch.statements), statement.otherwise ?? []];
        sum = Math.max(...ways.map((way) => ofStatements(way, from, isShown)));
      } else if (statement.kind === "action") {
        const own = ofAction(statement);
        sum += own;
        if (isShown && from <= limit && sum > limit && own <= limit)
          reporter.report(statement.span, "requestsTooLong", { seconds: Math.round(sum), limit });
      }
    }
    return sum;
  };
  const ofFlow = (path: string): number => {
    const found = known.get(path);
    if (found !== undefined) return found;
    known.set(path, 0); // one that calls itself is judged by its first round
    const seconds = ofStatements(treeOf(graph.flows.get(path))?.statements ?? [], 0, flows.has(path));
    known.set(path, seconds);
    return seconds;
  };

  const repeated = (statements: readonly Statement[], areProxied: boolean) =>
    actionsOf(statements)
      .flatMap((action) => requestsOf(action, templates))
      .filter(({ isProxied }) => isProxied || !areProxied)
      .flatMap(({ config }) => repetitionsOf(config) ?? []);

  /** By flow, a method of its operations that may be repeated, and has a body. */
  let methods: ReadonlyMap<string, string> | undefined;
  const bodyMethods = (): ReadonlyMap<string, string> => {
    const operations = routes.flatMap((route) => route.operations);
    const withBody = operations.filter(({ method }) => method === "PUT" || method === "*");
    return new Map(withBody.map(({ flow }) => [app.flowPath(flow), "PUT"]));
  };

  return {
    flow({ statements }, path) {
      ofFlow(path);
      for (const found of repeated(statements, true)) {
        methods ??= bodyMethods();
        const method = methods.get(path);
        if (method !== undefined) reporter.report(found.span, "retryOfStream", { method });
      }
      if (graph.flowFacts.get(path)?.isRecursive !== true) return;
      for (const found of repeated(statements, false))
        reporter.report(found.span, "retryInCircle", { attempts: found.attempts });
    },
  };
};
