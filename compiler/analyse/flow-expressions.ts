import { definitionOf } from "../actions/index.js";
import type { Flow } from "../syntax/flow.js";
import type { Expression } from "../syntax/xpath.js";
import { actionsOf, conditionsOf } from "./statements.js";
import { templateExpressions } from "./walk.js";

/** All expressions of a flow: conditions, those of its actions, and those in their templates. */
export function flowExpressions({ statements }: Flow): readonly Expression[] {
  const facts = [...actionsOf(statements)].map((action) => definitionOf(action).facts(action));
  return [
    ...conditionsOf(statements),
    ...facts.flatMap(({ expressions = [], templates = [] }) => [
      ...expressions,
      ...templates.flatMap(templateExpressions),
    ]),
  ];
}
