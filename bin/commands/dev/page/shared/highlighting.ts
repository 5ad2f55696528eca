/**
 * Divides code into lines of coloured pieces: text only, never markup.
 * @module
 */
import { classHighlighter, highlightCode } from "@lezer/highlight";
import { parser as javascript } from "@lezer/javascript";
import { parser as xml } from "@lezer/xml";

export type Language = "xml" | "typescript" | "json" | "text";

/** `style` is the name of a class; empty for text that has no colour. */
interface Piece {
  readonly text: string;
  readonly style: string;
}

export type CodeLine = readonly Piece[];

/** Longer texts are shown without colours: parsing them would make the page wait. */
const longestColoured = 300_000;

const parsers = {
  xml,
  typescript: javascript.configure({ dialect: "ts" }),
  json: javascript.configure({ top: "SingleExpression" }),
};

export function highlightLines(code: string, language: Language): readonly CodeLine[] {
  if (language === "text" || code.length > longestColoured)
    return code.split(/\r\n?|\n/).map((text) => [{ text, style: "" }]);
  const lines: Piece[][] = [[]];
  highlightCode(
    code,
    parsers[language].parse(code),
    classHighlighter,
    (text, style) => lines.at(-1)?.push({ text, style }),
    () => lines.push([]),
  );
  return lines;
}

/** By the media type of a body. */
export function languageOf(mediaType: string): Language {
  if (/[/+]json\b/i.test(mediaType)) return "json";
  if (/[/+](xml|html)\b/i.test(mediaType)) return "xml";
  return /\b(java|type)script\b/i.test(mediaType) ? "typescript" : "text";
}
