import { XmlSyntaxError } from "./syntax-error.js";

/** Markup that is neither a tag nor text. The range includes the marks, and the content does not. */
export interface Section {
  readonly kind: "comment" | "cdata" | "instruction";
  readonly content: string;
  readonly start: number;
  readonly end: number;
}

const marks = /<(?:!--|!\[CDATA\[|\?|[! \t\n])/g;

const kinds = {
  "<!--": ["comment", "-->"],
  "<![CDATA[": ["cdata", "]]>"],
  "<?": ["instruction", "?>"],
} as const;

/**
 * All comments, CDATA sections and processing instructions in their order. Outside of them, `<` cannot occur otherwise than
 * as the start of a tag (XML 1.0 §2.4). One pass, without looking at anything twice.
 * @throws XmlSyntaxError where one does not end, and where `<` begins neither one of them nor a tag
 */
export function findSections(text: string): readonly Section[] {
  const sections: Section[] = [];
  marks.lastIndex = 0;
  for (let match = marks.exec(text); match !== null; match = marks.exec(text)) {
    const [mark] = match;
    const start = match.index;
    const known = kinds[mark as keyof typeof kinds];
    if (known === undefined)
      throw XmlSyntaxError.at(text, start, mark === "<!" ? "Unexpected declaration" : "Unexpected <");
    const [kind, close] = known;
    const inner = start + mark.length;
    const innerEnd = text.indexOf(close, inner);
    if (innerEnd < 0) throw XmlSyntaxError.at(text, start, `Unclosed ${mark}`);
    const content = text.slice(inner, innerEnd);
    const dashes = kind === "comment" ? `${content}-`.indexOf("--") : -1;
    if (dashes >= 0) throw XmlSyntaxError.at(text, inner + dashes, "-- within a comment");
    const end = innerEnd + close.length;
    sections.push({ kind, content, start, end });
    marks.lastIndex = end;
  }
  return sections;
}

/** The text with an equally long processing instruction, of as many lines, in the place of each section. */
export function withoutSections(text: string, sections: readonly Section[]): string {
  if (sections.length === 0) return text;
  const parts: string[] = [];
  let done = 0;
  for (const { start, end } of sections) {
    const inside = text.slice(start + "<?x".length, end - "?>".length);
    const blank = inside.replace(/[^\n]+/g, (line) => " ".repeat(line.length));
    parts.push(text.slice(done, start), "<?x", blank, "?>");
    done = end;
  }
  parts.push(text.slice(done));
  return parts.join("");
}
