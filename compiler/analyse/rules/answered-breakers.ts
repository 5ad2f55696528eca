import { treeFact } from "../../syntax/flow-summary.js";
import { someExpression } from "../../syntax/visit-expression.js";
import { pathFromVariable } from "../../syntax/xpath.js";
import { flowExpressions } from "../flows/expressions.js";
import type { Rule } from "./rule.js";

/** Finds breakers in apps in which nothing looks at errors: clients get the system error document. */
export const answeredBreakers: Rule = ({ app, reporter }) => ({
  end() {
    if (app.errorFlow !== undefined) return;
    const breakers = app.api.upstreams.filter(({ breaker }) => breaker !== undefined);
    if (breakers.length === 0 || [...app.flows.values()].some(looksAtErrors)) return;
    for (const { span } of breakers) reporter.report(span, "breakerUnanswered");
  },
});

export const looksAtErrors = treeFact("looksAtErrors", (flow) =>
  flowExpressions(flow).some((whole) =>
    someExpression(whole, (expression) => {
      if (expression.kind === "variable" && expression.name === "error") return true;
      const read = pathFromVariable(expression);
      return read?.variable.name === "upstream" && answers.has(read.names[1]);
    }),
  ),
);

/** Members of `$upstream/<id>` that tell of a failure; an unknown step may be any. */
const answers: ReadonlySet<string | undefined> = new Set(["status", "error", undefined]);
