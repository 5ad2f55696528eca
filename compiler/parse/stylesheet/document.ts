import { DoctypeReader } from "../../../runtime/xml/doctype.js";
import { References } from "../../../runtime/xml/references.js";
import { Scanner } from "../../../runtime/xml/scanner.js";
import { XmlSyntaxError } from "../../../runtime/xml/syntax-error.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import { SourceText } from "../../source/source-text.js";
import type { XmlElement } from "../../syntax/xml.js";
import { parseMixed } from "../xml/xml.js";

/**
 * Parses a module of a stylesheet. Unlike flows, it may have a document type declaration with entities of its own:
 * `nbsp`, say. Returns `undefined` after reporting errors.
 */
export function parseSheetDocument(source: SourceText, reporter: Reporter): XmlElement | undefined {
  const start = doctypeStart(source.text);
  if (start === undefined) return parseMixed(source, reporter);
  try {
    const { text } = source;
    // Carriage returns are white space here; the offsets stay.
    const scanner = new Scanner(text.replaceAll("\r", " "));
    scanner.at = start + doctypeMark.length;
    const documentType = new DoctypeReader(new References(), false);
    documentType.read(scanner);
    const entities = new Map<string, string>();
    for (const [name, value] of documentType.entities) {
      const replaced = value === undefined ? undefined : plainText(value, documentType.entities);
      if (replaced !== undefined) entities.set(name, replaced);
    }
    const blank = text.slice(start, scanner.at).replace(/[^\r\n]/g, " ");
    // The same places, with blanks for the declaration.
    const masked = text.slice(0, start) + blank + text.slice(scanner.at);
    return parseMixed(new SourceText(source.path, masked), reporter, entities);
  } catch (error) {
    if (!(error instanceof XmlSyntaxError)) throw error;
    reporter.report(source.span(start, start + doctypeMark.length), "stylesheet", {
      reason: "its document type declaration is malformed.",
    });
    return undefined;
  }
}

const doctypeMark = "<!DOCTYPE";

/** Where the document type declaration starts, behind white space, comments and processing instructions. */
function doctypeStart(text: string): number | undefined {
  let at = text.startsWith("\ufeff") ? 1 : 0;
  for (;;) {
    while (/\s/.test(text.charAt(at))) at++;
    const end = text.startsWith("<!--", at) ? "-->" : text.startsWith("<?", at) ? "?>" : undefined;
    if (end === undefined) return text.startsWith(doctypeMark, at) ? at : undefined;
    const close = text.indexOf(end, at);
    if (close < 0) return undefined;
    at = close + end.length;
  }
}

/** Entities of entities multiply: no text that somebody wrote is longer. */
const maxLength = 10_000;

const predefined: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** The text of an entity with those in it replaced; `undefined` if it has markup or is too long. */
function plainText(
  value: string,
  entities: ReadonlyMap<string, string | undefined>,
  depth = 0,
): string | undefined {
  if (value.includes("<") || depth > 10) return undefined;
  let isPlain = true;
  const text = value.replace(/&#(x?)([0-9a-fA-F]+);|&([^;&\s]+);/g, (_, hex, digits, name) => {
    if (name === undefined) return String.fromCodePoint(Number.parseInt(digits, hex === "" ? 10 : 16));
    const inner = entities.get(name);
    const found = predefined.get(name) ?? (inner && plainText(inner, entities, depth + 1));
    isPlain &&= found !== undefined;
    return found ?? "";
  });
  return isPlain && text.length <= maxLength ? text : undefined;
}
