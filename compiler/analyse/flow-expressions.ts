import { definitionOf } from "../actions/index.js";
import type { Flow } from "../syntax/flow.js";
import type { Expression } from "../syntax/xpath.js";
import { actionsOf, conditionsOf } from "./statements.js";
import { templateConditions, templateExpressions } from "./walk.js";

export interface FlowExpressions {
  /** Of `test` and `if` attributes, and of `{{if}}`: they are read as a boolean. */
  readonly conditions: readonly Expression[];
  /** All others. */
  readonly values: readonly Expression[];
}

/** The expressions that stand in a flow. */
export function expressionsOf({ statements }: Flow): FlowExpressions {
  const facts = [...actionsOf(statements)].map((action) => definitionOf(action).facts(action));
  const templates = facts.flatMap((each) => each.templates ?? []);
  const conditions = [...conditionsOf(statements), ...templates.flatMap(templateConditions)];
  const all = [...facts.flatMap((each) => each.expressions ?? []), ...templates.flatMap(templateExpressions)];
  const isCondition = new Set(conditions);
  return { conditions, values: all.filter((expression) => !isCondition.has(expression)) };
}
