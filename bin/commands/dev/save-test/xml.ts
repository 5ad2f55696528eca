/** Characters that XML 1.0 does not have, not even as references; and lone surrogates, which UTF-8 does not have. */
const noXml = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Whether XML can say a text. */
export function isXmlText(text: string): boolean {
  return !noXml.test(text);
}

/** A text between tags. A carriage return stands as a reference, since parsers read it as a line feed otherwise. */
export function xmlText(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll("]]>", "]]&gt;")
    .replaceAll("\r", "&#13;");
}

/** The value of an attribute, with its quotes. */
export function xmlAttribute(text: string): string {
  const escaped = xmlText(text)
    .replaceAll('"', "&quot;")
    .replace(/[\t\n]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `"${escaped}"`;
}

/** A comment. Two hyphens would end it. */
export function xmlComment(text: string): string {
  const safe = text
    .replaceAll(new RegExp(noXml, "gu"), "\ufffd")
    .replace(/[\t\n\r]+/g, " ")
    .replace(/-(?=-)/g, "- ");
  return `<!-- ${safe} -->`;
}
