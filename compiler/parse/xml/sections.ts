import type { Reporter } from "../../diagnostics/reporter.js";
import type { SourceText } from "../../source/source-text.js";

/** Markup of an XML file that is no tag. The range includes the marks. */
export interface Section {
  readonly kind: "comment" | "cdata" | "instruction";
  readonly start: number;
  readonly end: number;
}

const marks = /<!--|<!\[CDATA\[|<\?|<!/g;

/**
 * All comments, CDATA sections and processing instructions in their order, or undefined where something that looks
 * like one never ends or is not allowed at all. `<` cannot occur otherwise than as the start of markup (XML 1.0,
 * section 2.4), so that tags need no attention here.
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
  // The dash before the end would make `--->`.
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
  // Whatever was declared, ASCII is read alike.
  if (/^\p{ASCII}*$/u.test(source.text)) return;
  const at = start + declared.index + 1;
  reporter.report(source.span(at, at + declared[0].length - 1), "xmlEncoding", { encoding });
}
