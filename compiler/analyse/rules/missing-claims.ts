import { factsOf } from "../../constructs/actions/facts.js";
import { textOf } from "../../source/source-text.js";
import { actionsOf } from "../../syntax/statements.js";
import { type Expression, pathFromVariable } from "../../syntax/xpath.js";
import { flowExpressionsByUse } from "../flows/expressions.js";
import type { Rule } from "./rule.js";

/**
 * Finds errors for tokens whose claim is another one, as `<error if="$jwt/tenant != $request/params/tenant"/>`, which let
 * tokens pass that have none: a comparison with an empty node-set is false (XPath 1.0 §3.4).
 */
export const missingClaims: Rule = ({ app, reporter }) => ({
  flow(flow) {
    if (app.tokenVariables.size === 0) return;
    const asked = flowExpressionsByUse(flow)
      .conditions.map(({ span }) => textOf(span))
      .join("\n");
    const isRequired = (variable: string, claim: string) =>
      app.securitySchemes.some(
        (scheme) => scheme.variable === variable && scheme.claims.some(({ name }) => name === claim),
      );
    for (const action of actionsOf(flow.statements)) {
      if (action.condition === undefined || factsOf(action).ends !== "flow") continue;
      for (const part of alternatives(action.condition)) {
        if (part.kind !== "binary" || part.operator !== "!=") continue;
        for (const side of [part.left, part.right]) {
          const path = pathFromVariable(side);
          const claim = path?.names[0];
          if (path === undefined || claim === undefined || !app.tokenVariables.has(path.variable.name))
            continue;
          const text = textOf(side.span);
          if (isRequired(path.variable.name, claim) || asked.includes(`not(${text})`)) continue;
          reporter.report(side.span, "missingClaim", { path: text });
        }
      }
    }
  },
});

/** The conditions of which one is enough. */
function alternatives(condition: Expression): readonly Expression[] {
  return condition.kind === "binary" && condition.operator === "or"
    ? [...alternatives(condition.left), ...alternatives(condition.right)]
    : [condition];
}
