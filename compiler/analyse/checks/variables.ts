import { factsOf } from "../../constructs/actions/facts.js";
import { nearest } from "../../diagnostics/nearest.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Action } from "../../syntax/flow.js";
import type { DataFlow } from "../data-flow/index.js";
import { predefinedVariables } from "../expressions/predefined.js";

/** The variables of an app, but for those of its templates: predefined ones, those of tokens, and those that some flow sets. */
export function knownVariables(
  actions: readonly Action[],
  tokenVariables: ReadonlySet<string>,
): ReadonlySet<string> {
  const set = actions.flatMap((action) => factsOf(action).sets?.name ?? []);
  return new Set([...predefinedVariables, ...tokenVariables, ...set]);
}

/**
 * Finds variables that are read where nothing on any way there has set them. A test for existence is none of a
 * variable that other flows set.
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
