import { readProlog } from "../../../runtime/xml/doctype.js";
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
  if (!source.text.includes("<!DOCTYPE")) return parseMixed(source, reporter);
  try {
    const { documentType, text } = readProlog(source.text);
    const entities = new Map<string, string>();
    for (const [name, value] of documentType?.entities ?? []) {
      const replaced =
        value === undefined ? undefined : plainText(value, documentType?.entities ?? new Map());
      if (replaced !== undefined) entities.set(name, replaced);
    }
    // The same places, with blanks for the declaration.
    return parseMixed(new SourceText(source.path, text), reporter, entities);
  } catch (error) {
    if (!(error instanceof XmlSyntaxError)) throw error;
    const start = source.text.indexOf("<!DOCTYPE");
    reporter.report(source.span(start, start + "<!DOCTYPE".length), "stylesheet", {
      reason: "its document type declaration is malformed.",
    });
    return undefined;
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
