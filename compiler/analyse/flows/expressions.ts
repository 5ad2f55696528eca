import { factsOf } from "../../constructs/actions/facts.js";
import type { Flow } from "../../syntax/flow.js";
import { actionsOf, conditionsOf } from "../../syntax/statements.js";
import { templateConditions, templateExpressions } from "../../syntax/visit-template.js";
import type { Expression } from "../../syntax/xpath.js";

/** The expressions of a flow: those of its conditions and actions, and those in their templates. */
export function flowExpressions(flow: Flow): readonly Expression[] {
  const { conditions, values } = flowExpressionsByUse(flow);
  return [...conditions, ...values];
}

export interface FlowExpressions {
  /** Of `test` and `if` attributes, and of `{{if}}`: they are read as a boolean. */
  readonly conditions: readonly Expression[];
  /** All others. */
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
