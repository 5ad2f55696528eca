/** Characters that XML 1.0 does not have, not even as references; and lone surrogates, which UTF-8 does not have. */
const noXml = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Tells whether XML can hold a text. */
export function isXmlText(text: string): boolean {
  return !noXml.test(text);
}

/** A comment. Two hyphens would end it. */
export function xmlComment(text: string): string {
  const safe = text
    .replaceAll(new RegExp(noXml, "gu"), "\ufffd")
    .replace(/[\t\n\r]+/g, " ")
    .replace(/-(?=-)/g, "- ");
  return `<!-- ${safe} -->`;
}
