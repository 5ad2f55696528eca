import { factsOf } from "../../constructs/actions/facts.js";
import { type AppFlow, treeFact } from "../../syntax/flow-summary.js";
import { actionsOf } from "../../syntax/statements.js";
import { predefinedVariables } from "../expressions/predefined.js";

/**
 * The names of all variables of an app, except those local to templates: predefined ones, those that hold the
 * claims of tokens, and those that some flow sets.
 */
export function knownVariables(
  flows: Iterable<AppFlow>,
  tokenVariables: ReadonlySet<string>,
): ReadonlySet<string> {
  return new Set([...predefinedVariables, ...tokenVariables, ...[...flows].flatMap(variablesSetIn)]);
}

/** The names of the variables that a flow sets itself, each as often as it does. */
export const variablesSetIn = treeFact("variables", ({ statements }) =>
  actionsOf(statements).flatMap((action) => factsOf(action).sets.map(({ name }) => name)),
);
