import { proxyShape } from "../constructs/index.js";
import { type ExtensionPlace, extensionsAt } from "../parse/index.js";
import { resolvePath, type SourceText, type Span } from "../source/index.js";
import { isHandlerPath } from "../syntax/index.js";
import type { Completion } from "./completion/completion.js";
import { completeFile } from "./completion/files.js";
import type { Documentation } from "./documentation/documentation.js";
import type { Hover } from "./hover.js";
import type { Project } from "./project/project.js";
import type { Range } from "./reading/loose-xml.js";

/** Answers to editors about API descriptions in YAML: only about flows, since others know the rest. */

/** Longer lines are not written by anyone. */
const maxLine = 500;

/** The line of a place, from its start to the place and to its end. */
function lineAt({ text }: SourceText, offset: number): { start: number; before: string; whole: string } {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const end = text.indexOf("\n", offset);
  const whole = text.slice(start, end < 0 ? text.length : end);
  return { start, before: text.slice(start, offset).slice(0, maxLine), whole: whole.slice(0, maxLine) };
}

/** Keys whose values are flows. */
const namesFlow =
  /(x-(?:flow|flat)-handler|x-(?:flow|flat)(?:-init)?|^\s*flow)["']?:\s{0,99}["']?([^\s"',{}]*)$/;

export function completeDescription(project: Project, path: string, offset: number): readonly Completion[] {
  const source = project.source(path);
  if (source === undefined) return [];
  const { before } = lineAt(source, offset);
  const [, key = "", value] = namesFlow.exec(before) ?? [];
  if (value !== undefined) {
    const range = { start: offset - value.length, end: offset };
    const isMeant = key.endsWith("-handler") ? isHandlerPath : (file: string) => file.endsWith(".xml");
    return completeFile(project, path, range, isMeant);
  }
  const word = /^\s*(?:- )?([\w-]*)$/.exec(before)?.[1];
  if (word === undefined) return [];
  const keys = parentsOf(source, offset);
  const range = { start: offset - word.length, end: offset };
  const place = placeOf(keys);
  const names = place === undefined ? membersOf(keys) : extensionsAt(place);
  return names.map((label) => ({ label, kind: "property", range, text: `${label}: ` }));
}

/** The members of the object that an extension is. */
function membersOf(keys: readonly string[]): readonly string[] {
  switch (keys.at(-1)?.replace(/^x-flat-/, "x-flow-")) {
    case "x-flow-proxy":
      return [...proxyShape.shapes.keys()];
    case "x-flow-error":
      return ["flow"];
    case "x-flow-cors":
      return ["allowed-origins", "allow-credentials"];
    case "x-flow-docs":
      return ["description", "page"];
    default:
      return [];
  }
}

function placeOf(keys: readonly string[]): ExtensionPlace | undefined {
  const [first, second] = keys;
  if (first === undefined) return "top";
  if (keys.some((key) => key.startsWith("x-"))) return undefined;
  if (first === "paths") {
    const places = ["paths", "path", "operation"] as const;
    return places[keys.length - 1];
  }
  const isScheme =
    (first === "securityDefinitions" && keys.length === 2) ||
    (first === "components" && second === "securitySchemes" && keys.length === 3);
  return isScheme ? "scheme" : undefined;
}

/** The keys that a line is below, from the outside in, as its indentation tells. */
function parentsOf(source: SourceText, offset: number): readonly string[] {
  const { line } = source.place(offset);
  const keys: string[] = [];
  let indent = indentOf(source.line(line));
  for (let above = line - 1; above > 0 && indent > 0; above--) {
    const text = source.line(above).slice(0, maxLine);
    const own = indentOf(text);
    const key = /^\s*["']?([^\s"':][^"':]*)["']?:(?:\s|$)/.exec(text)?.[1];
    if (key === undefined || own >= indent) continue;
    keys.unshift(key);
    indent = own;
  }
  return keys;
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** The word at a place: a key, or the name of a file. */
function wordAt(source: SourceText, offset: number): { readonly word: string; readonly range: Range } {
  const { start, before, whole } = lineAt(source, offset);
  const head = /[^\s"',{}[\]#]*$/.exec(before.slice(-500))?.[0] ?? "";
  const tail = /^[^\s"',{}[\]#:]*/.exec(whole.slice(before.length))?.[0] ?? "";
  const from = start + before.length - head.length;
  return { word: head + tail, range: { start: from, end: from + head.length + tail.length } };
}

/** The file of the flow directory that an API description names at a place. */
export function fileNamedAt(project: Project, path: string, offset: number): string | undefined {
  const source = project.source(path);
  if (source === undefined) return undefined;
  const { word } = wordAt(source, offset);
  const named = word === "" ? undefined : resolvePath(path, word);
  return named !== undefined && project.files.has(named) && named !== path ? named : undefined;
}

export function definitionInDescription(project: Project, path: string, offset: number): readonly Span[] {
  const named = fileNamedAt(project, path, offset);
  const source = named === undefined ? undefined : project.source(named);
  return source === undefined ? [] : [source.span(0, 0)];
}

export function hoverDescription(
  project: Project,
  documentation: Documentation,
  path: string,
  offset: number,
): Hover | undefined {
  const source = project.source(path);
  if (source === undefined) return undefined;
  const { word, range } = wordAt(source, offset);
  const text = /^x-(?:flow|flat)\b/.test(word) ? documentation.extension(word) : undefined;
  return text === undefined ? undefined : { range, text };
}
