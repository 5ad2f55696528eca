import { nearest } from "../../../runtime/base/nearest.js";
import { plain } from "../../diagnostics/foreign-names.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import { isSlip } from "../../diagnostics/slips.js";
import { meantField } from "../../parse/http/known-fields.js";
import type { Schema, SchemaOrigin } from "../../syntax/schema.js";
import type { Expression } from "../../syntax/xpath.js";
import { memberNames, typesOf } from "./members.js";
import type { ChildStep, Problem } from "./schema-finder.js";

/** Reports a step that can lead nowhere. What it says depends on where the schema is from. */
export function reportProblem(problem: Problem, child: ChildStep, reporter: Reporter): void {
  const origin = originOf(child.from.schema);
  if (problem === "ownName") {
    reporter.report(child.step.span, "ownName", { name: child.name });
    return;
  }
  switch (origin?.kind) {
    case undefined:
      reportSchema(problem, child, reporter);
      break;
    case "document":
      reportDocument(problem, child, origin.where, reporter);
      break;
    case "template":
      reportTemplate(problem, child, reporter);
      break;
    case "language":
      reportPredefined(problem, child, origin, reporter);
      break;
    case "path-parameters":
    case "listed-parameters":
      reportParameter(child, origin.kind === "path-parameters" ? undefined : origin.what, reporter);
      break;
    default:
      origin satisfies never;
  }
}

/** By the schema of an API description. */
function reportSchema(
  problem: Exclude<Problem, "ownName">,
  { step: { span }, name, from: { schema } }: ChildStep,
  reporter: Reporter,
): void {
  const where = placesOf(schema, 1);
  switch (problem) {
    case "notJson":
      reporter.report(span, "jsonDocumentChild", { name });
      break;
    case "scalar":
      reporter.report(span, "schemaScalar", { name, types: [...typesOf(schema)], where });
      break;
    case "array":
      reporter.report(span, "schemaArray", { name, where });
      break;
    case "noMember":
      reporter.report(span, "schemaNoMember", { name, where, nearest: nearest(name, memberNames(schema)) });
      break;
    case "unlisted": {
      const meant = nearest(name, memberNames(schema));
      if (meant !== undefined && isTypo(name, meant))
        reporter.report(span, "schemaTypo", { name, where, nearest: meant });
      break;
    }
    default:
      problem satisfies never;
  }
}

/** By the document itself. */
function reportDocument(
  problem: Problem,
  { step: { span }, name, from: { schema, root } }: ChildStep,
  where: string,
  reporter: Reporter,
): void {
  if (problem === "notJson") reporter.report(span, "documentRoot", { name, root: root ?? "json" });
  else {
    const near = nearest(name, memberNames(schema));
    if (problem === "unlisted" && (near === undefined || !isSlip(name, near))) return;
    reporter.report(span, "documentMember", { name, where, isArray: problem === "array", nearest: near });
  }
}

function reportTemplate(
  problem: Problem,
  { step: { span }, name, from: { schema } }: ChildStep,
  reporter: Reporter,
): void {
  const where = placesOf(schema, 3);
  if (problem === "scalar")
    reporter.report(span, "templateScalar", { name, types: [...typesOf(schema)], where });
  else if (problem === "array") reporter.report(span, "templateArray", { name, where });
  else reporter.report(span, "templateMember", { name, where, nearest: nearest(name, memberNames(schema)) });
}

function reportPredefined(
  problem: Problem,
  { step: { span }, name, from: { schema } }: ChildStep,
  { title, instead }: Extract<SchemaOrigin, { kind: "language" }>,
  reporter: Reporter,
): void {
  if (schema.hasLowerCaseNames === true) {
    const lower = name.toLowerCase();
    const field = meantField(lower);
    if (name !== lower) reporter.report(span, "fieldNameCase", { title, name, lower: field ?? lower });
    else if (field !== undefined) reporter.report(span, "fieldNameTypo", { name, nearest: field });
    return;
  }
  const meant = nearest(name, memberNames(schema));
  const hint = meant === undefined ? undefined : `Did you mean ${meant}?`;
  const own = typeof instead === "string" ? instead : instead?.get(plain(name));
  reporter.report(span, problem === "scalar" ? "predefinedText" : "predefinedMember", {
    title,
    name,
    instead: own ?? hint,
  });
}

function reportParameter(
  { step: { span }, name, from: { schema } }: ChildStep,
  what: string | undefined,
  reporter: Reporter,
): void {
  const known = [...memberNames(schema)];
  const slip = known.find((one) => isSlip(name, one));
  const meant = slip ?? nearest(name, known);
  if (what === undefined)
    reporter.report(span, "pathParameter", { name, nearest: meant, known: known.slice(0, maxShown) });
  else if (meant !== undefined && (meant === slip || name.length >= minLength) && isTypo(name, meant))
    reporter.report(span, "queryParameterTypo", { what, name, nearest: meant });
}

/** The most names that a hint shows. */
const maxShown = 5;

/** Shorter query parameters are alike by chance, unless one is the other with a slip. */
const minLength = 6;

/**
 * Tells whether a name is a likely typing mistake. Short names are alike by chance, and `line1` beside `line2` is
 * on purpose.
 */
function isTypo(name: string, meant: string): boolean {
  return name.length > 3 && name.replace(/\d+/g, "") !== meant.replace(/\d+/g, "");
}

/** Reports a loop over what an API description says is no array. */
export function reportLoop({ span }: Expression, schema: Schema, reporter: Reporter): void {
  const origin = originOf(schema);
  if (!isDescribed(schema) && origin?.kind !== "document") return;
  const types = [...typesOf(schema)].filter((type) => type !== "null");
  reporter.report(span, "schemaLoop", {
    types,
    where: origin?.kind === "document" ? origin.where : placesOf(schema, 1),
  });
}

/** Tells whether a schema stands in an API description. */
export function isDescribed(schema: Schema): boolean {
  const { span, origin } = firstPart(schema);
  return span !== undefined && origin === undefined;
}

/** Where a schema is from, or the first of its parts. */
export function originOf(schema: Schema): SchemaOrigin | undefined {
  return firstPart(schema).origin;
}

function firstPart(schema: Schema): Schema {
  let part = schema;
  for (;;) {
    const inner: Schema | undefined = part.allOf[0] ?? part.anyOf[0]?.[0];
    if (part.span !== undefined || part.origin !== undefined || inner === undefined) return part;
    part = inner;
  }
}

/** The line of a schema, as in `openapi.yaml:12`. For a composed schema, the lines of its first parts. */
function placesOf(schema: Schema, most: number): string {
  const isComposed = schema.span === undefined && schema.allOf.length === 0;
  const parts = (isComposed ? schema.anyOf[0] : undefined) ?? [schema];
  const places = parts.slice(0, most).flatMap((part) => {
    const { span } = firstPart(part);
    return span === undefined ? [] : `${span.source.path}:${span.source.place(span.start).line}`;
  });
  return places.length === 0 ? "the API description" : [...new Set(places)].join(" and ");
}
