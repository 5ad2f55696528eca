import { factsOf } from "../../constructs/actions/facts.js";
import type { Flow } from "../../syntax/flow.js";
import { actionsOf, conditionsOf } from "../../syntax/statements.js";
import { templateConditions, templateExpressions } from "../../syntax/visit-template.js";
import type { Expression } from "../../syntax/xpath.js";

/** All expressions of a flow: those in conditions, in actions and in templates. */
export function flowExpressions(flow: Flow): readonly Expression[] {
  return flowExpressionsByUse(flow).all;
}

interface FlowExpressions {
  /** Those in `test` and `if` attributes and in `{{if}}`, which are converted to booleans. */
  readonly conditions: readonly Expression[];
  readonly values: readonly Expression[];
  /** `conditions` and `values`. */
  readonly all: readonly Expression[];
}

/** Many passes ask for them. */
const known = new WeakMap<Flow, FlowExpressions>();

export function flowExpressionsByUse(flow: Flow): FlowExpressions {
  const expressions = known.get(flow) ?? findExpressions(flow);
  known.set(flow, expressions);
  return expressions;
}

function findExpressions({ statements }: Flow): FlowExpressions {
  const facts = actionsOf(statements).map(factsOf);
  const templates = facts.flatMap(({ templates }) => templates);
  const conditions = [
    ...conditionsOf(statements),
    ...facts.flatMap(({ conditions }) => conditions),
    ...templates.flatMap(templateConditions),
  ];
  const isCondition = new Set(conditions);
  const values = [
    ...facts.flatMap(({ expressions }) => expressions),
    ...templates.flatMap(templateExpressions),
  ].filter((expression) => !isCondition.has(expression));
  return { conditions, values, all: [...conditions, ...values] };
}
