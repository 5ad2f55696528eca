import { commands } from "../../constructs/index.js";
import { fieldNames, knownMediaTypes, wordsOf } from "../../parse/index.js";
import { contentLocation } from "../../source/index.js";
import { isHandlerPath } from "../../syntax/index.js";
import type { Project } from "../project/project.js";
import { type LooseDocument, type Range, readLoosely } from "../reading/loose-xml.js";
import { editingOf, placeAt } from "../reading/place.js";
import { commandsIn, expressionOf, type Zone, zoneOf } from "../reading/zone.js";
import { type Completion, completion, maxCompletions } from "./completion.js";
import { completeAttribute, completeElement } from "./elements.js";
import { completeExpression, completeRequest, completeVariable } from "./expressions.js";
import { completeFile } from "./files.js";
import { completeJson } from "./json.js";

export type { Completion, CompletionKind } from "./completion.js";

/** A flow, and the place in it where someone writes. */
interface Writing {
  readonly project: Project;
  readonly path: string;
  readonly document: LooseDocument;
  readonly offset: number;
}

/** Completions at a place of a flow. */
export function complete(project: Project, path: string, offset: number): readonly Completion[] {
  const source = project.source(path);
  if (source === undefined || !project.isFlow(source)) return [];
  const document = readLoosely(source.text);
  return completeIn({ project, path, document, offset }).slice(0, maxCompletions);
}

function completeIn(writing: Writing): readonly Completion[] {
  const { document, offset } = writing;
  const place = placeAt(document, offset);
  switch (place.kind) {
    case "markup":
      return [];
    case "element-name": {
      const { element, range } = place;
      const isBare = !element.hasTagEnd && element.attributes.length === 0;
      return completeElement(element.parent, range, isBare ? "tag" : "name");
    }
    case "end-name": {
      const { open, range } = place;
      if (open === undefined) return [];
      const hasEnd = document.text[range.end] === ">";
      const text = hasEnd ? open.name : `${open.name}>`;
      return [completion("element", open.name, range, { text, element: open.name })];
    }
    case "attribute-name":
      return completeAttribute(place.element, place.range, document.text);
    case "attribute-value":
    case "content": {
      const zone = zoneOf(document, place);
      if (zone !== undefined) return completeZone(writing, zone);
      return place.kind === "content"
        ? completeElement(place.element, { start: offset, end: offset }, "element")
        : [];
    }
    default:
      return place satisfies never;
  }
}

function completeZone(writing: Writing, zone: Zone): readonly Completion[] {
  switch (zone.kind) {
    case "expression":
      return expressionIn(writing, zone, zone, true);
    case "template":
      return completeTemplate(writing, zone);
    case "attribute":
      return completeAttributeText(writing, zone);
    case "plain":
      return completePlain(writing, zone);
    default:
      return zone.kind satisfies never;
  }
}

const expressionIn = (
  writing: Writing,
  zone: Zone,
  expression: Range,
  isClosed: boolean,
): readonly Completion[] =>
  completeExpression({ ...writing, zone, text: zone.text, expression, isClosed }, writing.offset);

function completeTemplate(writing: Writing, zone: Zone): readonly Completion[] {
  const { offset } = writing;
  const command = commandsIn(zone).find(({ inner }) => offset >= inner.start && offset <= inner.end);
  if (command === undefined) {
    const form = editingOf(zone.element)?.json;
    return form === undefined ? [] : completeJson(zone, form, offset);
  }
  const written = zone.text.slice(command.inner.start, offset);
  if (/^[a-z]*$/.test(written)) {
    const word = /^[a-z]*/.exec(zone.text.slice(command.inner.start, command.inner.end))?.[0] ?? "";
    const range = { start: command.inner.start, end: command.inner.start + word.length };
    return wordsOf(commands).all.map((keyword) =>
      completion("command", keyword, range, {
        text: ["else", "end"].includes(keyword) ? keyword : `${keyword} `,
      }),
    );
  }
  const { keyword, ...expression } = expressionOf(zone.text, command);
  if (keyword === "//" || offset < expression.start) return [];
  // A pair producer names several members: `{{: a | b }}`.
  return expressionIn(writing, zone, expression, command.isClosed);
}

/** Text in which expressions stand in braces. */
function completeAttributeText(writing: Writing, zone: Zone): readonly Completion[] {
  const { offset } = writing;
  const before = zone.text.slice(zone.start, offset);
  const open = before.replaceAll("{{", "  ").lastIndexOf("{");
  if (open < 0 || before.includes("}", open)) return [];
  const start = zone.start + open + 1;
  const close = zone.text.slice(offset, zone.end).indexOf("}");
  return expressionIn(writing, zone, { start, end: close < 0 ? zone.end : offset + close }, true);
}

function completePlain(writing: Writing, zone: Zone): readonly Completion[] {
  const { project, path } = writing;
  const range = { start: zone.start, end: zone.end };
  const constant = (label: string) => completion("value", label, range);
  const { holds } = zone;
  if (typeof holds === "object") return holds.map(constant);
  switch (holds) {
    case "file":
      return completeFile(project, path, range, () => true);
    case "flow-file":
      return completeFile(project, path, range, (file) => file.endsWith(".xml") || isHandlerPath(file));
    case "variable":
      return completeVariable({ ...writing, zone }, range);
    case "location":
      return completeLocation(writing, zone, range);
    case "sent-request":
      return completeRequest(project, range);
    case "field":
      return fieldNames().map(constant);
    case "media-type":
      return knownMediaTypes().map(constant);
    default:
      return [];
  }
}

function completeLocation(writing: Writing, zone: Zone, range: Range): readonly Completion[] {
  const { project, path } = writing;
  const variables = completeVariable({ ...writing, zone }, range);
  if (zone.attribute === "out") return variables;
  const contents = completeRequest(project, range).map(({ label, detail }) =>
    completion("request", `${contentLocation}/${label}`, range, { detail }),
  );
  return [...variables, ...contents, ...completeFile(project, path, range, () => true)];
}
