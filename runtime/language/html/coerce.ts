/**
 * HTML allows names and characters that XML does not. A tree holds something in their place that XML can write, so that
 * whatever reads XML takes every tree. The rules are those of the HTML standard, section "Coercing an HTML DOM into an
 * infoset".
 */
import { isXmlName } from "../../base/xml-name.js";
import { xmlNamespace } from "../../data/xml/xml-node.js";

/** The name in lower case. Each character that XML names cannot have becomes `U` and six hexadecimal digits. */
export function coerceName(name: string): string {
  const lower = name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  if (isName(lower) || isQualified(lower)) return lower;
  return Array.from(lower, (character, index) =>
    isName(index === 0 ? character : `_${character}`) ? character : escaped(character),
  ).join("");
}

/** XML parsers in JavaScript take no characters beyond the first 65,536 in names. */
function isName(name: string): boolean {
  return isXmlName(name) && !/[\u{10000}-\u{10ffff}]/u.test(name);
}

function isQualified(name: string): boolean {
  const prefix = prefixOf(name);
  return prefix !== "xmlns" && isName(prefix) && isName(name.slice(prefix.length + 1));
}

function escaped(character: string): string {
  return `U${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(6, "0")}`;
}

/** The prefix of a name; empty if it has none. */
export function prefixOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf(":")));
}

/** HTML declares no namespaces; each prefix gets one, so that the name can be written as XML. */
export function namespaceOf(name: string): string {
  const prefix = prefixOf(name);
  if (prefix === "") return "";
  return prefix === "xml" ? xmlNamespace : prefix === "xlink" ? xlinkNamespace : `urn:prefix:${prefix}`;
}

const xlinkNamespace = "http://www.w3.org/1999/xlink";

/** The text with a space for each form feed, and U+FFFD for every other character that XML 1.0 §2.2 excludes. */
export function coerceText(text: string): string {
  return foreign.test(text) ? text.replaceAll("\f", " ").replace(allForeign, "\ufffd") : text;
}

const foreign = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const allForeign = new RegExp(foreign, "gu");

/** The text of a comment without two dashes in a row, or a dash at its end, which XML does not allow. */
export function coerceComment(text: string): string {
  return coerceText(text).replace(/-(?=-|$)/g, "- ");
}
