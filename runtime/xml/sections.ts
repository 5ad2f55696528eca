import { XmlSyntaxError } from "./syntax-error.js";

/** Markup that is neither a tag nor text. The range includes the marks at both ends; the content does not. */
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
 * All comments, CDATA sections and processing instructions in their order. Outside of them, `<` can only start a tag
 * (XML 1.0 §2.4). Takes one pass, and looks at nothing twice.
 * @throws XmlSyntaxError where a section does not end, and where `<` begins neither a section nor a tag
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

/** The text with a processing instruction in place of each section, of the same length and with the same line feeds. */
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
