import { isFieldValue, isToken } from "./field-syntax.js";

/**
 * A parameter of a media type, as the platform finds it (WHATWG MIME Sniffing §4.4): the first of this name that is well
 * written. A value in quotes may have any character, also `;` and, behind a backslash, a quote.
 * @param name in lower case
 */
export function mediaTypeParameter(mediaType: string, name: string): string | undefined {
  for (let at = mediaType.indexOf(";"); at >= 0 && at < mediaType.length; ) {
    const { key, equals } = keyAt(mediaType, at + 1);
    if (equals < 0) return undefined;
    if (mediaType[equals] === ";") {
      at = equals;
      continue;
    }
    const quoted = mediaType[equals + 1] === '"';
    const [value, end] = quoted ? quotedAt(mediaType, equals + 2) : bareAt(mediaType, equals + 1);
    if (key === name && isToken(key) && (quoted || value !== "") && isFieldValue(value)) return value;
    at = mediaType.indexOf(";", end);
  }
  return undefined;
}

/** The name that begins here, and where `=` or `;` ends it; -1 if nothing does. */
function keyAt(text: string, from: number): { readonly key: string; readonly equals: number } {
  let start = from;
  while (isSpace(text.charCodeAt(start))) start++;
  let end = start;
  while (end < text.length && text[end] !== "=" && text[end] !== ";") end++;
  return { key: text.slice(start, end).toLowerCase(), equals: end < text.length ? end : -1 };
}

/** A value, from behind its first quote on, which may have no other; and where it ends. */
function quotedAt(text: string, from: number): readonly [value: string, end: number] {
  let value = "";
  let at = from;
  for (; at < text.length && text[at] !== '"'; at++) {
    if (text[at] === "\\" && at + 1 < text.length) at++;
    value += text[at];
  }
  return [value, at];
}

function bareAt(text: string, from: number): readonly [value: string, end: number] {
  const semicolon = text.indexOf(";", from);
  const end = semicolon < 0 ? text.length : semicolon;
  let last = end;
  while (last > from && isSpace(text.charCodeAt(last - 1))) last--;
  return [text.slice(from, last), end];
}

/** The white space that the platform takes off media types: spaces, tabs and line ends. */
export function withoutSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}
