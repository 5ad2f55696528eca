import { Reporter } from "../diagnostics/index.js";
import { parseXml } from "../parse/index.js";
import type { SourceText } from "../source/index.js";
import { type LooseElement, type Markup, type Range, readLoosely } from "./reading/loose-xml.js";

export interface Edit extends Range {
  readonly text: string;
}

interface FormatOptions {
  /** The indentation of one level. */
  readonly indent: string;
}

/**
 * The edits that lay an XML file out: white space between elements, and between the attributes of a tag. Texts stay as
 * they are, so that templates do. `undefined` if the file is no XML.
 */
export function format(source: SourceText, { indent }: FormatOptions): readonly Edit[] | undefined {
  if (parseXml(source, new Reporter()) === undefined) return undefined;
  const { text } = source;
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const { roots, markup } = readLoosely(text);
  const edits: Edit[] = [];
  const set = (start: number, end: number, wanted: string) => {
    if (text.slice(start, end) !== wanted) edits.push({ start, end, text: wanted });
  };
  /** Lays out what stands between two offsets: elements, and comments between them. */
  const layOut = (items: readonly Range[], start: number, end: number, depth: number, isTop: boolean) => {
    let at = start;
    for (const [index, item] of items.entries()) {
      const gap = text.slice(at, item.start);
      const lines = newLines(gap);
      const isFirst = index === 0;
      // A comment behind an element stays on its line.
      const staysBehind = !isFirst && lines === 0 && isMarkup(item);
      if (isTop && isFirst && at === 0) set(at, item.start, gap.startsWith("\ufeff") ? "\ufeff" : "");
      else if (staysBehind) set(at, item.start, gap === "" ? "" : " ");
      else set(at, item.start, lineEnd.repeat(lines > 1 && !isFirst ? 2 : 1) + indent.repeat(depth));
      at = item.end;
    }
    if (isTop) set(at, end, lineEnd);
    else set(at, end, lineEnd + indent.repeat(depth - 1));
  };
  const visit = (element: LooseElement, depth: number) => {
    layOutTag(text, element, set);
    // White space in an element without others may be its text.
    if (element.children.length === 0) return;
    const items = itemsIn(element, markup, element.tagEnd, element.contentEnd);
    if (!hasOnlySpace(text, items, element.tagEnd, element.contentEnd)) return;
    layOut(items, element.tagEnd, element.contentEnd, depth + 1, false);
    for (const child of element.children) visit(child, depth + 1);
  };
  const top = [...roots, ...markup.filter((one) => isOutside(one, roots))].sort((a, b) => a.start - b.start);
  layOut(top, 0, text.length, 0, true);
  for (const root of roots) visit(root, 0);
  return edits.sort((a, b) => a.start - b.start);
}

const isMarkup = (item: Range): item is Markup => "kind" in item;

const isOutside = ({ start }: Markup, roots: readonly LooseElement[]): boolean =>
  roots.every((root) => start < root.start || start >= root.end);

function itemsIn(
  { children }: LooseElement,
  markup: readonly Markup[],
  start: number,
  end: number,
): readonly Range[] {
  const own = markup.filter(
    (one) =>
      one.start >= start &&
      one.end <= end &&
      children.every((child) => one.start < child.start || one.start >= child.end),
  );
  return [...children, ...own].sort((a, b) => a.start - b.start);
}

/** True if there is no text between the items; a CDATA section is text. */
function hasOnlySpace(text: string, items: readonly Range[], start: number, end: number): boolean {
  let at = start;
  for (const item of items) {
    if (isMarkup(item) && item.kind === "cdata") return false;
    if (!isSpace(text.slice(at, item.start))) return false;
    at = item.end;
  }
  return isSpace(text.slice(at, end));
}

const isSpace = (text: string): boolean => /^[ \t\r\n]*$/.test(text);

const newLines = (text: string): number => text.split("\n").length - 1;

/** One blank between attributes that stand on one line, none before the end of the tag. */
function layOutTag(
  text: string,
  element: LooseElement,
  set: (start: number, end: number, wanted: string) => void,
): void {
  let at = element.start + 1 + element.name.length;
  for (const { start, end, value } of element.attributes) {
    if (!text.slice(at, start).includes("\n")) set(at, start, " ");
    if (value === undefined) return;
    set(end, value.start - 1, "=");
    at = value.end + 1;
  }
  const close = element.isEmpty ? element.tagEnd - 2 : element.tagEnd - 1;
  if (!text.slice(at, close).includes("\n")) set(at, close, "");
  if (element.endName !== undefined && element.end > element.endName.end)
    set(element.endName.end, element.end - 1, "");
}

/** The text with edits made, which do not overlap. */
export function edited(text: string, edits: readonly Edit[]): string {
  let done = 0;
  let result = "";
  for (const edit of edits) {
    result += text.slice(done, edit.start) + edit.text;
    done = edit.end;
  }
  return result + text.slice(done);
}
