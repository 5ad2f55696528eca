import type { Reporter } from "../../diagnostics/reporter.js";
import type { SourceText } from "../../source/source-text.js";

/** Markup of an XML file other than a tag. The range includes its delimiters. */
export interface Section {
  readonly kind: "comment" | "cdata" | "instruction";
  readonly start: number;
  readonly end: number;
}

const marks = /<!--|<!\[CDATA\[|<\?|<!/g;

/**
 * All comments, CDATA sections and processing instructions, in order. Returns `undefined` after reporting one
 * that never ends, or that is not allowed. Tags can be ignored here, because `<` always starts markup (XML
 * 1.0, section 2.4).
 */
export function findSections(source: SourceText, reporter: Reporter): readonly Section[] | undefined {
  const { text } = source;
  const sections: Section[] = [];
  marks.lastIndex = 0;
  for (let match = marks.exec(text); match !== null; match = marks.exec(text)) {
    const [mark] = match;
    const start = match.index;
    if (mark === "<!") {
      const isDoctype = /doctype/iy;
      isDoctype.lastIndex = start + 2;
      reporter.report(
        source.span(start, start + 2),
        isDoctype.test(text) ? "xmlDoctype" : "xmlUnknownDeclaration",
      );
      return undefined;
    }
    const [kind, close] = kinds[mark as keyof typeof kinds];
    const inner = start + mark.length;
    const innerEnd = text.indexOf(close, inner);
    if (innerEnd < 0) {
      reporter.report(source.span(start, inner), "xmlUnclosedMarkup", { mark, end: close });
      return undefined;
    }
    const end = innerEnd + close.length;
    sections.push({ kind, start, end });
    if (kind === "comment") {
      reporter.comment(source.span(start, end));
      checkComment(source, reporter, inner, innerEnd);
    }
    if (kind === "instruction") checkInstruction(source, reporter, start, end);
    marks.lastIndex = end;
  }
  return sections;
}

const kinds = {
  "<!--": ["comment", "-->"],
  "<![CDATA[": ["cdata", "]]>"],
  "<?": ["instruction", "?>"],
} as const;

function checkComment(source: SourceText, reporter: Reporter, start: number, end: number): void {
  // A comment must not end in `--->`, so the first dash of the end counts, too.
  const dashes = `${source.text.slice(start, end)}-`.indexOf("--");
  if (dashes >= 0) reporter.report(source.span(start + dashes, start + dashes + 2), "xmlCommentDashes");
}

function checkInstruction(source: SourceText, reporter: Reporter, start: number, end: number): void {
  const instruction = source.text.slice(start, end);
  if (!/^<\?xml[ \t\r\n?]/i.test(instruction)) return;
  const isFirst = start === 0 || (start === 1 && source.text.startsWith("\uFEFF"));
  if (!isFirst) {
    reporter.report(source.span(start, start + "<?xml".length), "xmlDeclarationPlace");
    return;
  }
  const declared = /\sencoding\s{0,99}=\s{0,99}["']([\w.-]{0,99})["']/.exec(instruction);
  const encoding = declared?.[1];
  if (declared === null || encoding === undefined || /^(utf-?8|(us-)?ascii)$/i.test(encoding)) return;
  // ASCII reads the same in all encodings.
  if (/^\p{ASCII}*$/u.test(source.text)) return;
  const at = start + declared.index + 1;
  reporter.report(source.span(at, at + declared[0].length - 1), "xmlEncoding", { encoding });
}
