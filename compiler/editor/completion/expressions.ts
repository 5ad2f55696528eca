import { memberNames, type NodeSchema, predefinedVariables, typesOf } from "../../analyse/index.js";
import { language } from "../../constructs/index.js";
import { fieldNames } from "../../parse/index.js";
import { axes } from "../../syntax/index.js";
import { signatureOf } from "../documentation/documentation.js";
import { nodesAt, type Question } from "../project/nodes-at.js";
import { occurrencesIn } from "../project/occurrences.js";
import type { Project } from "../project/project.js";
import { type ExpressionPlace, expressionPlace } from "../reading/expression-place.js";
import { allElements, type LooseDocument, type Range } from "../reading/loose-xml.js";
import { attributeNamed, valueIn } from "../reading/place.js";
import { commandsIn, type Zone } from "../reading/zone.js";
import { type Completion, completion } from "./completion.js";
import { completeFile } from "./files.js";

/** An expression that someone writes. */
interface WrittenExpression extends Question {
  readonly document: LooseDocument;
}

/** Completions at a place in an expression. */
export function completeExpression(written: WrittenExpression, offset: number): readonly Completion[] {
  const { text, expression } = written;
  const place = expressionPlace(text, expression, offset);
  switch (place.kind) {
    case "variable":
      return completeVariable(written, place.range);
    case "operator":
      return ["and", "or", "div", "mod"].map((label) => completion("keyword", label, place.range));
    case "axis":
      return [];
    case "literal":
      return completeLiteral(written, place);
    case "step":
      return completeStep(written, place);
    default:
      return place satisfies never;
  }
}

/** Variables: those that are set before the place in this file, then those of flows that run for the same requests. */
export function completeVariable(
  written: Pick<WrittenExpression, "project" | "path" | "document" | "zone" | "offset">,
  range: Range,
): readonly Completion[] {
  const { project, path, document, zone, offset } = written;
  const here = namesSetBefore(document, zone, offset);
  const elsewhere = new Map<string, string>();
  for (const flow of project.trees.values())
    for (const { kind, isWrite, name, scope, span } of flow.source.path === path ? [] : occurrencesIn(flow))
      if (kind === "variable" && isWrite && scope === undefined && !elsewhere.has(name))
        elsewhere.set(name, span.source.path);
  const predefined = [...predefinedVariables];
  const tokens = [...(project.program?.tokenVariables ?? [])];
  const named = (name: string, detail: string, isLate = false): Completion =>
    completion("variable", `$${name}`, range, { detail, ...(isLate && { isLate }) });
  const all = [
    ...[...here].map((name) => named(name, "set in this flow")),
    ...tokens.map((name) => named(name, "the claims of a token")),
    ...predefined.map((name) => named(name, "predefined")),
    ...[...elsewhere].map(([name, file]) => named(name, `set in ${file}`, true)),
  ];
  const seen = new Set<string>();
  return all.filter(({ label }) => !seen.has(label) && seen.add(label));
}

/** The variables that elements before a place set, and those that the template around it has defined. */
function namesSetBefore(
  document: LooseDocument,
  zone: Zone | undefined,
  offset: number,
): ReadonlySet<string> {
  const names = new Set<string>();
  if (zone?.kind === "template")
    for (const { inner, start } of commandsIn(zone)) {
      if (start >= offset) break;
      const name = /^\$([A-Za-z_][\w-]*)\s{0,99}:=/.exec(zone.text.slice(inner.start, inner.end))?.[1];
      if (name !== undefined && inner.end < offset) names.add(name);
    }
  for (const element of allElements(document.roots)) {
    if (element.start >= offset) break;
    const out = attributeNamed(element, "out");
    const name = out && /^\$([A-Za-z_][\w-]*)$/.exec(valueIn(document, out).trim())?.[1];
    if (name !== undefined && element.end <= offset) names.add(name);
  }
  return names;
}

function completeLiteral(
  written: WrittenExpression,
  { call, range }: ExpressionPlace,
): readonly Completion[] {
  const definition = call && language.functions.get(call.name);
  if (definition === undefined || call?.argument !== 0) return [];
  if (definition.reads === "content") return completeRequest(written.project, range);
  return definition.reads === "location"
    ? completeFile(written.project, written.path, range, () => true)
    : [];
}

/** The IDs of all upstream requests of the app. */
export function completeRequest(project: Project, range: Range): readonly Completion[] {
  const ids = new Map<string, string>();
  for (const flow of project.trees.values()) {
    const current = project.flow(flow.source.path)?.flow ?? flow;
    for (const { kind, name, isWrite, span } of occurrencesIn(current))
      if (kind === "request" && isWrite && !ids.has(name)) ids.set(name, span.source.path);
  }
  return [...ids].map(([name, detail]) => completion("request", name, range, { detail }));
}

function completeStep(
  written: WrittenExpression,
  place: Extract<ExpressionPlace, { kind: "step" }>,
): readonly Completion[] {
  const { range, startsExpression } = place;
  const nodes = place.base === undefined ? undefined : nodesAt(written, place.base, range, startsExpression);
  const members = nodes === undefined ? [] : completeMember(written, nodes, range, place.base);
  if (!startsExpression) return members;
  const functions = [...language.functions.values()].map((definition): Completion => {
    const { name, parameters } = definition;
    const isCalled = /^\s{0,99}\(/.test(written.text.slice(range.end, range.end + 100));
    return completion("function", name, range, {
      text: isCalled ? name : `${name}()`,
      ...(!isCalled && parameters.length > 0 && { snippet: `${name}($1)` }),
      detail: signatureOf(definition),
    });
  });
  const axisNames = axes.map((axis) => completion("keyword", `${axis}::`, range, { isLate: true }));
  return [...members, ...completeVariable(written, range), ...functions, ...axisNames];
}

function completeMember(
  { project, text }: WrittenExpression,
  { kind, schema }: NodeSchema,
  range: Range,
  base: Range | undefined,
): readonly Completion[] {
  const named = (name: string, detail?: string) => completion("member", name, range, { detail });
  if (kind === "document") return [named("json", "the root element of the JSON")];
  const path = base === undefined ? "" : text.slice(base.start, base.end).trim();
  const types = typesOf(schema);
  if (schema.hasLowerCaseNames === true)
    return fieldNames().map((name) => named(name.toLowerCase(), "header field"));
  const open = openMembers.get(path);
  if (open !== undefined) return open(project, range);
  const names = [...memberNames(schema)].filter((name) => /^[\p{L}_][\p{L}\p{N}._-]*$/u.test(name));
  const own = names.map((name) => named(name, typesText(schema.members.get(name))));
  return types.has("array") ? [named("value", "an item of the array"), ...own] : own;
}

function typesText(schema: NodeSchema["schema"] | undefined): string | undefined {
  if (schema === undefined) return undefined;
  const types = [...typesOf(schema)];
  return types.length > 4 ? undefined : types.join(" or ");
}

/** Variables whose members the app itself names. */
const openMembers: ReadonlyMap<string, (project: Project, range: Range) => readonly Completion[]> = new Map([
  ["$upstream", completeRequest],
  ["$env", completeEnvironment],
]);

/** The names of the environment that flows read. */
function completeEnvironment({ program }: Project, range: Range): readonly Completion[] {
  const names = new Set<string>();
  for (const { source } of program?.flows.values() ?? [])
    for (const [, name = ""] of source.text.matchAll(/\$env\/([A-Za-z_][\w.-]{0,200})/g)) names.add(name);
  return [...names].map((name) => completion("member", name, range, { detail: "environment" }));
}
