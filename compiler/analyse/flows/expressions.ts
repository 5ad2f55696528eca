import { factsOf } from "../../constructs/actions/facts.js";
import type { Flow } from "../../syntax/flow.js";
import { actionsOf, conditionsOf } from "../../syntax/statements.js";
import { templateConditions, templateExpressions } from "../../syntax/visit-template.js";
import type { Expression } from "../../syntax/xpath.js";

/** All expressions of a flow: those in conditions, in actions and in templates. */
export function flowExpressions(flow: Flow): readonly Expression[] {
  const { conditions, values } = flowExpressionsByUse(flow);
  return [...conditions, ...values];
}

export interface FlowExpressions {
  /** Those in `test` and `if` attributes and in `{{if}}`, which are converted to booleans. */
  readonly conditions: readonly Expression[];
  readonly values: readonly Expression[];
}

export function flowExpressionsByUse({ statements }: Flow): FlowExpressions {
  const facts = [...actionsOf(statements)].map(factsOf);
  const templates = facts.flatMap(({ templates }) => templates);
  const conditions = [...conditionsOf(statements), ...templates.flatMap(templateConditions)];
  const all = [...facts.flatMap(({ expressions }) => expressions), ...templates.flatMap(templateExpressions)];
  const isCondition = new Set(conditions);
  return { conditions, values: all.filter((expression) => !isCondition.has(expression)) };
}
