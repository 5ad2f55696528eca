import { factsOf } from "../../constructs/actions/facts.js";
import type { Flow } from "../../syntax/flow.js";
import { perFlow } from "../../syntax/per-flow.js";
import { actionsOf } from "../../syntax/statements.js";
import { predefinedVariables } from "../expressions/predefined.js";

/**
 * The names of all variables of an app, except those local to templates: predefined ones, those that hold the
 * claims of tokens, and those that some flow sets.
 */
export function knownVariables(
  flows: Iterable<Flow>,
  tokenVariables: ReadonlySet<string>,
): ReadonlySet<string> {
  return new Set([...predefinedVariables, ...tokenVariables, ...[...flows].flatMap(variablesSetIn)]);
}

/** The names of the variables that a flow sets itself, each as often as it does. */
const variablesSetIn = perFlow(
  ({ statements }): readonly string[] =>
    actionsOf(statements).flatMap((action) => factsOf(action).sets.map(({ name }) => name)),
  "variables",
);
