/**
 * HTML knows names and characters that XML does not. A tree holds what XML can write instead, as the section "Coercing
 * an HTML DOM into an infoset" of the HTML standard proposes, so that whatever reads XML takes every tree.
 */
import { isXmlName } from "../text/xml-name.js";
import { xmlNamespace } from "../xml/node.js";

/** The name in lower case; `U` and six hexadecimal digits in place of each character that no XML name has. */
export function coerceName(name: string): string {
  const lower = name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  if (isName(lower) || isQualified(lower)) return lower;
  return Array.from(lower, (character, index) =>
    isName(index === 0 ? character : `_${character}`) ? character : escaped(character),
  ).join("");
}

/** XML parsers in JavaScript take no names with characters beyond the first 65,536. */
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

/** Empty where there is none. */
export function prefixOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf(":")));
}

/** HTML declares no namespaces; a prefix gets one, so that the name can be written as XML. */
export function namespaceOf(name: string): string {
  const prefix = prefixOf(name);
  if (prefix === "") return "";
  return prefix === "xml" ? xmlNamespace : prefix === "xlink" ? xlinkNamespace : `urn:prefix:${prefix}`;
}

const xlinkNamespace = "http://www.w3.org/1999/xlink";

/** The text with a space for each form feed, and U+FFFD for each other character that XML 1.0 §2.2 excludes. */
export function coerceText(text: string): string {
  return foreign.test(text) ? text.replaceAll("\f", " ").replace(allForeign, "\ufffd") : text;
}

const foreign = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const allForeign = new RegExp(foreign, "gu");

/** No two dashes stand together in an XML comment, and none at its end. */
export function coerceComment(text: string): string {
  return coerceText(text).replace(/-(?=-|$)/g, "- ");
}
