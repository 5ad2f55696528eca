import { definitionOf } from "../actions/index.js";
import type { Reporter } from "../diagnostics/reporter.js";
import { nearest } from "../nearest.js";
import type { Flow } from "../syntax/flow.js";
import type { JwtScheme } from "../syntax/security.js";
import type { Template, TemplatePart } from "../syntax/template.js";
import type { Expression } from "../syntax/xpath.js";
import { actionsOf, conditionsOf } from "./statements.js";
import { templateExpressions, walkExpression } from "./walk.js";

/** The variables that exist before any flow sets one. */
export const PREDEFINED: ReadonlySet<string> = new Set([
  "body",
  "env",
  "request",
  "server",
  "upstream",
  "error",
]);

/** The variables of an app, but for those of its templates. */
export function knownVariables(flows: readonly Flow[], schemes: readonly JwtScheme[]): ReadonlySet<string> {
  const known = new Set([...PREDEFINED, ...schemes.map(({ variable }) => variable)]);
  for (const action of flows.flatMap(({ statements }) => [...actionsOf(statements)])) {
    const { sets } = definitionOf(action).facts(action);
    if (sets !== undefined) known.add(sets.name);
  }
  return known;
}

/** Finds variables that are read, but that no flow of the app sets. */
export function checkVariables(flows: readonly Flow[], known: ReadonlySet<string>, reporter: Reporter): void {
  for (const { statements } of flows) {
    checkReads(conditionsOf(statements), known, reporter);
    for (const action of actionsOf(statements)) {
      const { expressions = [], templates = [] } = definitionOf(action).facts(action);
      checkReads(expressions, known, reporter);
      for (const template of templates) {
        checkReads(templateExpressions(template), new Set([...known, ...definedIn(template)]), reporter);
      }
    }
  }
}

function checkReads(
  expressions: readonly Expression[],
  known: ReadonlySet<string>,
  reporter: Reporter,
): void {
  for (const expression of expressions) {
    walkExpression(expression, (inner) => {
      if (inner.kind !== "variable" || known.has(inner.name)) return;
      reporter.report(inner.span, "unsetVariable", { name: inner.name, nearest: nearest(inner.name, known) });
    });
  }
}

/** The template's own variables. */
export function definedIn(template: Template): readonly string[] {
  const names = (parts: readonly TemplatePart[]): readonly string[] =>
    parts.flatMap((part): readonly string[] => {
      switch (part.kind) {
        case "define":
          return [part.name];
        case "if":
          return [...part.branches.flatMap((branch) => names(branch.parts)), ...names(part.otherwise ?? [])];
        case "loop":
          return names(part.parts);
        case "with":
          return [...names(part.parts), ...names(part.otherwise ?? [])];
        default:
          return [];
      }
    });
  return names(template.parts);
}
