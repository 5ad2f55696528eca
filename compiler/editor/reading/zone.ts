import { commands } from "../../constructs/index.js";
import type { AttributeKind } from "../../language/index.js";
import { wordsOf } from "../../parse/index.js";
import type { LooseDocument, LooseElement, Range } from "./loose-xml.js";
import { editingOf, type Place } from "./place.js";

/** A part of a flow that is written in another language than XML. */
export interface Zone extends Range {
  readonly kind: "expression" | "template" | "attribute" | "plain";
  readonly element: LooseElement;
  /** Of an attribute: its name, and what it holds. */
  readonly attribute?: string;
  readonly holds?: AttributeKind;
  /**
   * The file with what XML adds taken out: marks of CDATA sections and comments are blanks, and a reference is the
   * character behind blanks. All offsets stay.
   */
  readonly text: string;
}

/** Elements and attributes with conditions, of all flows. */
const conditions: ReadonlyMap<string, string> = new Map([
  ["if", "test"],
  ["elseif", "test"],
]);

export function attributeKind(element: LooseElement, name: string): AttributeKind | undefined {
  if (name === "if" || conditions.get(element.name) === name) return "expression";
  return editingOf(element)?.attributes?.[name];
}

export function zoneOf(document: LooseDocument, place: Place): Zone | undefined {
  if (place.kind === "attribute-value") {
    const { element, attribute, range } = place;
    const holds = attributeKind(element, attribute.name);
    const kind = holds === "expression" ? "expression" : holds === "text" ? "attribute" : "plain";
    return {
      kind,
      element,
      attribute: attribute.name,
      ...(holds !== undefined && { holds }),
      ...range,
      text: plainText(document, range),
    };
  }
  if (place.kind !== "content" || place.element === undefined) return undefined;
  const { element } = place;
  const text = editingOf(element)?.text;
  if (text === undefined || element.children.length > 0) return undefined;
  const range = { start: element.tagEnd, end: element.contentEnd };
  return { kind: text, element, ...range, text: plainText(document, range) };
}

const references: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&quot;": '"',
  "&apos;": "'",
};

/** The text of a file in which a part is free of what belongs to XML. */
function plainText({ text, markup }: LooseDocument, { start, end }: Range): string {
  let inner = text.slice(start, end);
  for (const mark of markup) {
    if (mark.start < start || mark.start >= end) continue;
    const [open, close] =
      mark.kind === "cdata" ? ["<![CDATA[".length, "]]>".length] : [mark.end - mark.start, 0];
    inner = blanked(inner, mark.start - start, mark.start - start + open);
    if (close > 0 && text.startsWith("]]>", mark.end - close))
      inner = blanked(inner, mark.end - close - start, mark.end - start);
  }
  const read = inner.replaceAll(/&(?:lt|gt|amp|quot|apos);/g, (reference) =>
    (references[reference] ?? "").padStart(reference.length),
  );
  return text.slice(0, start) + read + text.slice(end);
}

function blanked(text: string, from: number, to: number): string {
  return text.slice(0, from) + text.slice(from, to).replace(/[^\n]/g, " ") + text.slice(to);
}

/** A command of a template, `{{…}}`. */
interface CommandZone extends Range {
  /** The text between the braces. */
  readonly inner: Range;
  readonly isClosed: boolean;
}

/** The commands in a template. One without an end ends before the next one, or with its line. */
export function commandsIn({ text, start, end }: Zone): readonly CommandZone[] {
  const commands: CommandZone[] = [];
  for (let at = text.indexOf("{{", start); at >= 0 && at < end; ) {
    while (text[at + 2] === "{") at++;
    const command = commandFrom(text, at, end);
    commands.push(command);
    at = text.indexOf("{{", command.end);
  }
  return commands;
}

/** Longer commands count as ones without an end. */
const maxCommand = 20_000;

function commandFrom(text: string, start: number, zoneEnd: number): CommandZone {
  const from = start + 2;
  const limit = Math.min(zoneEnd, start + maxCommand);
  let quote: string | undefined;
  let lineEnd: number | undefined;
  for (let at = from; at < limit; at++) {
    const character = text[at];
    if (character === "\n") lineEnd ??= at;
    if (quote !== undefined) {
      if (character === quote) quote = undefined;
      // A string that is still being written ends with its line.
      if (character === "\n" && text.startsWith("{{", text.slice(at, at + 200).search(/\S/) + at)) break;
      continue;
    }
    if (character === '"' || character === "'") quote = character;
    else if (character === "}" && text[at + 1] === "}")
      return { start, end: at + 2, inner: { start: from, end: at }, isClosed: true };
    else if (character === "{" && text[at + 1] === "{") break;
  }
  const end = Math.min(lineEnd ?? limit, limit);
  return { start, end, inner: { start: from, end }, isClosed: false };
}

/** Commands that begin with a word, or are a sign, and comments. */
const keywords = new RegExp(
  `^(?:(?:${[...wordsOf(commands).all, ...commands.signs.map(({ sign }) => `\\${sign}`)].join("|")})(?![\\w-])|//)`,
);

/** The expressions that a command has, without its keyword. */
export function expressionOf(text: string, { inner }: CommandZone): Range & { readonly keyword: string } {
  const written = text.slice(inner.start, inner.end);
  const patterns = [keywords, ...commands.values.map(({ begins }) => begins)];
  const keyword = patterns.map((pattern) => pattern.exec(written)?.[0]).find(Boolean) ?? "";
  return { keyword, start: inner.start + keyword.length, end: inner.end };
}
