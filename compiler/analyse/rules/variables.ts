import { nearest } from "../../../runtime/base/nearest.js";
import { factsOf } from "../../constructs/actions/facts.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Span } from "../../source/source-text.js";
import type { Flow } from "../../syntax/flow.js";
import { actionsOf } from "../../syntax/statements.js";
import type { Way } from "../data-flow/definitions.js";
import type { DataFlow } from "../data-flow/index.js";
import { predefinedVariables } from "../expressions/predefined.js";
import { perFlow } from "../flows/per-flow.js";

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
export const variablesSetIn = perFlow(({ statements }): readonly string[] =>
  [...actionsOf(statements)].flatMap((action) => factsOf(action).sets.map(({ name }) => name)),
);

/**
 * Finds variables that are read before anything can have set them. A test whether a variable exists is fine
 * if some other flow sets it.
 */
export function checkVariables(
  { unset, partlySet }: DataFlow,
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
  for (const [{ name, span }, way] of partlySet)
    reporter.report(span, "partlySetVariable", { name, way: wayText(way, span) });
}

/** Where nothing sets a variable that is read at `from`: `where the condition in line 3 is false`. */
function wayText({ kind, span }: Way, from: Span): string {
  const { path } = span.source;
  const line = `line ${span.source.place(span.start).line}${path === from.source.path ? "" : ` of ${path}`}`;
  switch (kind) {
    case "not":
      return `where the condition in ${line} is false`;
    case "none":
      return `where no condition of the if in ${line} is true`;
    case "branch":
      return `in the branch of ${line}`;
    default:
      return kind satisfies never;
  }
}
