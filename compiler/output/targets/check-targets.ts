import { flowExpressions } from "../../analyse/flows/expressions.js";
import type { Program } from "../../analyse/program.js";
import { factsOf } from "../../constructs/actions/facts.js";
import { definitionOf } from "../../constructs/actions/index.js";
import { functions } from "../../constructs/functions/index.js";
import { facilityOf, platformPartOf } from "../../constructs/options/facilities.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { PlatformPart } from "../../language/function-definition.js";
import type { Span } from "../../source/source-text.js";
import type { CompiledStylesheet } from "../../stylesheets/index.js";
import type { Action, Flow } from "../../syntax/flow.js";
import type { ObjectNode } from "../../syntax/json-template.js";
import { actionsOf } from "../../syntax/statements.js";
import type { Template } from "../../syntax/template.js";
import { walkExpression } from "../../syntax/visit-expression.js";
import { type Target, type TargetName, targets } from "./index.js";

/** A part of the platform that a place in a flow asks for. */
interface Need {
  readonly part: PlatformPart;
  readonly span: Span;
  /** What the place is about: the name of a function, of an option, of a file. */
  readonly name: string;
}

/** Finds what flows use that a platform lacks which the app is built for. */
export function checkTargets(
  { flows }: Pick<Program, "flows">,
  stylesheets: ReadonlyMap<string, CompiledStylesheet>,
  wanted: readonly TargetName[],
  reporter: Reporter,
): void {
  const asked = wanted.map((name): Target => targets[name]).filter(({ lacks }) => lacks.length > 0);
  if (asked.length === 0) return;
  const needs = [...flows.values()].flatMap((flow) => needsOf(flow, stylesheets));
  for (const { platform, lacks } of asked)
    for (const { part, span, name } of needs)
      if (lacks.includes(part)) reporter.report(span, messages[part], { platform, name });
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
    for (const { name, span } of optionsIn(action)) {
      const facility = facilityOf.get(name);
      const part = facility && platformPartOf[facility];
      if (part !== undefined) needs.push({ part, span, name });
    }
  }
  return needs;
}

type NamedPlace = Pick<Need, "name" | "span">;

/** What may be the name of an option in the configurations of an action's requests. */
function optionsIn(action: Action): readonly NamedPlace[] {
  const { templates } = factsOf(action);
  if (templates.length > 0) return templates.flatMap(quotedNames);
  const requests = definitionOf(action).requests?.(action, () => ({ kind: "empty" })) ?? [];
  return requests.flatMap(({ config }) => (config === undefined ? [] : memberNames(config)));
}

function memberNames(config: ObjectNode): readonly NamedPlace[] {
  return config.members.flatMap((member) => {
    if (member.kind !== "member" || typeof member.name !== "string") return [];
    const { name, span, value } = member;
    return [{ name, span }, ...(value.kind === "object" ? memberNames(value) : [])];
  });
}

function quotedNames({ span: { source, start, end } }: Template): readonly NamedPlace[] {
  return [...source.text.slice(start, end).matchAll(/"([\w-]+)"/g)].map(({ 1: name = "", index }) => ({
    name,
    span: source.span(start + index + 1, start + index + 1 + name.length),
  }));
}
