import { pathFromVariable } from "../../syntax/xpath.js";
import type { Rule } from "./rule.js";

/** Finds breakers in apps in which nothing looks at errors: clients get the system error document. */
export const answeredBreakers: Rule = ({ app, isPartial, reporter }) => {
  const breakers = isPartial ? [] : app.api.upstreams.filter(({ breaker }) => breaker !== undefined);
  let looks = app.errorFlow !== undefined || breakers.length === 0;
  return {
    expression(expression) {
      if (looks) return;
      if (expression.kind === "variable") looks = expression.name === "error";
      const read = pathFromVariable(expression);
      looks ||= read?.variable.name === "upstream" && answers.has(read.names[1]);
    },
    end() {
      if (!looks) for (const { span } of breakers) reporter.report(span, "breakerUnanswered");
    },
  };
};

/** Members of `$upstream/<id>` that tell of a failure; an unknown step may be any. */
const answers: ReadonlySet<string | undefined> = new Set(["status", "error", undefined]);
