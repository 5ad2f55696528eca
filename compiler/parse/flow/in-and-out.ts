import { nearest } from "../../../runtime/base/nearest.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Functions } from "../../language/language.js";
import type { FileSet } from "../../source/files.js";
import { type Files, resolvePath } from "../../source/files.js";
import { contentLocation, type Place, placeOf } from "../../source/place.js";
import type { MappedText, Span } from "../../source/source-text.js";
import type { AttributeTemplate } from "../../syntax/attribute-template.js";
import type { Output, Source, Variable } from "../../syntax/location.js";
import type { Expression } from "../../syntax/xpath.js";
import { parseXPath } from "../xpath/xpath.js";
import { parseAttributeTemplate } from "./attribute-template.js";

/** The context in which the locations in one flow file are parsed. */
export interface LocationContext {
  /** The path of the flow file. */
  readonly from: string;
  readonly files: Files;
  readonly reporter: Reporter;
  readonly functions: Functions;
}

/** Parses the location in an `in` attribute. Returns `undefined` after reporting an error. */
export function parseSource(value: MappedText, context: LocationContext): Source | undefined {
  const { reporter, functions } = context;
  if (value.text.trim().startsWith("$")) {
    const expression = parseXPath(value, reporter, functions);
    return expression && { kind: "expression", expression };
  }
  const template = parseAttributeTemplate(value, reporter, functions);
  if (template === undefined) return undefined;
  const pieces = knownPieces(template.parts, functions);
  return pieces.includes(undefined)
    ? computedSource(template, pieces, context)
    : constantSource(pieces.join("").trim(), template, context);
}

function constantSource(
  written: string,
  template: AttributeTemplate,
  context: LocationContext,
): Source | undefined {
  const { span } = template;
  const place = placeOf(written, context.from);
  switch (place.kind) {
    case "content":
      return { ...place, span };
    case "storage":
    case "empty":
    case "body":
      return place;
    case "file":
      return context.files.has(place.path) ? { ...place, span } : missingFile(place.path, template, context);
    default:
      reportPlace(place, "in", written, span, context.reporter);
      return undefined;
  }
}

/**
 * Reports a missing file that the action can do without. The result makes the app look for it at run time and
 * log that it is missing.
 */
function missingFile(
  path: string,
  location: AttributeTemplate,
  { from, files, reporter }: LocationContext,
): Source {
  reporter.report(location.span, "inputMissing", { path, nearest: nearest(path, files.names) });
  return { kind: "computed-file", location, from, files: { start: path, end: "" } };
}

export function checkFile(path: string, span: Span, { files, reporter }: LocationContext): boolean {
  if (files.has(path)) return true;
  reporter.report(span, "missingFile", { path, nearest: nearest(path, files.names) });
  return false;
}

function reportPlace(
  { kind }: Place,
  attribute: "in" | "out",
  written: string,
  span: Span,
  reporter: Reporter,
): void {
  if (kind === "outside") reporter.report(span, "fileOutside", { path: written });
  else reporter.report(span, "location", { text: written, attribute });
}

/** Parses the target in an `out` attribute. Returns `undefined` after reporting an error. */
export function parseOutput(value: MappedText, context: LocationContext): Output | undefined {
  const { reporter, from } = context;
  const span = value.span(0, value.text.length);
  const text = value.text.trim();
  if (!text.startsWith("fit:")) {
    const variable = parseVariable(value, reporter);
    return variable && { kind: "variable", variable };
  }
  const place = placeOf(text, from);
  if (place.kind === "content" || place.kind === "storage") return place;
  reportPlace(place, "out", text, span, reporter);
  return undefined;
}

/** Parses the name of a variable, with its `$`. Returns `undefined` after reporting an error. */
export function parseVariable(value: MappedText, reporter: Reporter): Variable | undefined {
  const span = value.span(0, value.text.length);
  const text = value.text.trim();
  const name = /^\$([A-Za-z_][A-Za-z0-9_-]*)$/.exec(text)?.[1];
  if (name === undefined) {
    reporter.report(span, "variableName", { text });
    return undefined;
  }
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(name)) reporter.report(span, "strictVariableName", { name });
  return { name, span };
}

/** Resolves a location with expressions in it: a file, or the response of an upstream request. */
function computedSource(
  template: AttributeTemplate,
  pieces: readonly (string | undefined)[],
  { reporter, from, files }: LocationContext,
): Source | undefined {
  const { span } = template;
  const start = pieces.slice(0, pieces.indexOf(undefined)).join("");
  const id = computedId(template);
  if (id !== undefined) return { kind: "computed-content", id };
  const { kind } = placeOf(start, from);
  if (kind === "outside") reporter.report(span, "fileOutside", { path: start });
  else if (kind !== "file") reporter.report(span, "computedLocation", { start });
  if (kind !== "file") return undefined;
  const set = fileSet(start, pieces.slice(pieces.lastIndexOf(undefined) + 1).join(""), from);
  if (set.start === "" && set.end === "") reporter.report(span, "anyFile");
  else if (files.matching(set).length === 0) reporter.report(span, "noSuchFiles", set);
  return { kind: "computed-file", location: template, from, files: set };
}

/** The ID in `fit://request/content/{…}`; `undefined` for other locations. */
function computedId({ span, parts: [first, ...rest] }: AttributeTemplate): AttributeTemplate | undefined {
  if (typeof first !== "string" || !first.startsWith(`${contentLocation}/`)) return undefined;
  const begin = first.slice(contentLocation.length + 1);
  return { span, parts: begin === "" ? rest : [begin, ...rest] };
}

/** The pieces of a text, in order. `undefined` stands for a piece that is only known at run time. */
function knownPieces(
  parts: readonly (string | Expression)[],
  functions: Functions,
): readonly (string | undefined)[] {
  return parts.flatMap((part): readonly (string | undefined)[] => {
    if (typeof part === "string") return [part];
    if (part.kind === "literal") return [part.value];
    const isJoined = part.kind === "call" && functions.get(part.name)?.keepsText === "joined";
    return isJoined ? knownPieces(part.arguments, functions) : [undefined];
  });
}

/**
 * The files that a location with this beginning and end can name. Without a beginning, they may be in any
 * directory. Directories in the end are only checked at run time.
 */
function fileSet(start: string, end: string, from: string): FileSet {
  const slash = start.lastIndexOf("/") + 1;
  const name = end.slice(end.lastIndexOf("/") + 1);
  if (start === "") return { start, end: name };
  const directory = resolvePath(from, start.slice(0, slash)) ?? "";
  return { start: `${directory === "" ? "" : `${directory}/`}${start.slice(slash)}`, end: name };
}
