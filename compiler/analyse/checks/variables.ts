import { factsOf } from "../../constructs/actions/facts.js";
import { nearest } from "../../diagnostics/nearest.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Action } from "../../syntax/flow.js";
import type { DataFlow } from "../data-flow/index.js";
import { predefinedVariables } from "../expressions/predefined.js";

/**
 * The names of all variables of an app, except those local to templates: predefined ones, those that hold the
 * claims of tokens, and those that some flow sets.
 */
export function knownVariables(
  actions: readonly Action[],
  tokenVariables: ReadonlySet<string>,
): ReadonlySet<string> {
  const set = actions.flatMap((action) => factsOf(action).sets?.name ?? []);
  return new Set([...predefinedVariables, ...tokenVariables, ...set]);
}

/**
 * Finds variables that are read before anything can have set them. A test whether a variable exists is fine
 * if some other flow sets it.
 */
export function checkVariables(
  { unset }: DataFlow,
  variables: ReadonlySet<string>,
  reporter: Reporter,
): void {
  for (const [expression, { isTest }] of unset) {
    if (expression.kind !== "variable") continue;
    const { name, span } = expression;
    const isSetElsewhere = variables.has(name);
    if (isTest && isSetElsewhere) continue;
    reporter.report(span, "unsetVariable", { name, isSetElsewhere, nearest: nearest(name, variables) });
  }
}
