import { flowExpressions } from "../../analyse/flows/expressions.js";
import type { Program } from "../../analyse/program.js";
import { optionNames } from "../../analyse/upstream/request-facilities.js";
import { definitionOf } from "../../constructs/actions/index.js";
import { functions } from "../../constructs/functions/index.js";
import { facilityOf, platformPartOf } from "../../constructs/options/facilities.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { PlatformPart } from "../../language/function-definition.js";
import type { Span } from "../../source/source-text.js";
import type { CompiledStylesheet } from "../../stylesheets/index.js";
import type { Flow } from "../../syntax/flow.js";
import { treesOf } from "../../syntax/flow-summary.js";
import { actionsOf } from "../../syntax/statements.js";
import { walkExpression } from "../../syntax/visit-expression.js";
import { type Platform, type Target, targets } from "./index.js";

/** A part of the platform that a place in a flow asks for. */
interface Need {
  readonly part: PlatformPart;
  readonly span: Span;
  /** The subject of the place: the name of a function, of an option, of a file. */
  readonly name: string;
}

/** Finds what flows use that a platform lacks which the app is built for. */
export function checkTargets(
  { flows }: Pick<Program, "flows">,
  stylesheets: ReadonlyMap<string, CompiledStylesheet>,
  wanted: readonly Platform[],
  reporter: Reporter,
): void {
  const asked = wanted.map((name): Target => targets[name]).filter(({ lacks }) => lacks.length > 0);
  if (asked.length === 0) return;
  for (const [path, flow] of treesOf(flows)) {
    const needs = needsOf(flow, stylesheets);
    const lacking = asked.flatMap(({ platform, lacks }) =>
      needs.filter(({ part }) => lacks.includes(part)).map((need) => ({ platform, ...need })),
    );
    reporter.forFlow(path, () => {
      for (const { platform, part, span, name } of lacking)
        reporter.report(span, messages[part], { platform, name });
    });
  }
}

const messages = {
  directories: "targetDirectories",
  connections: "targetConnections",
  "shared-cache": "targetCache",
  "later-stylesheets": "targetStylesheet",
} as const satisfies Readonly<Record<PlatformPart, string>>;

function needsOf(flow: Flow, stylesheets: ReadonlyMap<string, CompiledStylesheet>): readonly Need[] {
  const needs: Need[] = [];
  for (const expression of flowExpressions(flow))
    walkExpression(expression, (inner) => {
      const part = inner.kind === "call" ? functions.get(inner.name)?.needs : undefined;
      if (inner.kind === "call" && part !== undefined)
        needs.push({ part, span: inner.span, name: `${inner.name}()` });
    });
  for (const action of actionsOf(flow.statements)) {
    const use = definitionOf(action).stylesheet?.(action);
    if (use !== undefined && stylesheets.get(use.source.path)?.kind === "saxon")
      needs.push({ part: "later-stylesheets", span: use.span, name: use.source.path });
    for (const { name, span } of optionNames(action)) {
      const facility = facilityOf.get(name);
      const part = facility && platformPartOf[facility];
      if (part !== undefined) needs.push({ part, span, name });
    }
  }
  return needs;
}
