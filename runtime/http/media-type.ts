/** Reads `Content-Type` (RFC 9110 §8.3) as the runtime needs it. Most functions accept a missing one. */

import { seen } from "../base/work.js";
import type { Bytes } from "./body-bytes.js";
import { bytesIn, charsetNamed, decodeIn } from "./charset.js";
import { fieldParameters, isToken, mediaTypeParameter, withoutSpace } from "./field-syntax.js";

export function isJson(mediaType: string | undefined): boolean {
  const name = essence(mediaType);
  return name === "application/json" || name.endsWith("+json");
}

/** Returns true if it is JSON in UTF-8, as far as the media type tells. */
export function isUtf8Json(mediaType: string | undefined): boolean {
  return isJson(mediaType) && (namedCharset(mediaType) ?? "utf-8") === "utf-8";
}

export function isXml(mediaType: string | undefined): boolean {
  const name = essence(mediaType);
  return name === "application/xml" || name === "text/xml" || name.endsWith("+xml");
}

export function isHtml(mediaType: string | undefined): boolean {
  return essence(mediaType) === "text/html";
}

/** The type and subtype in lower case, without parameters; `""` for none. */
export function essence(mediaType: string | undefined): string {
  if (mediaType === undefined) return "";
  if (mediaType === latest.mediaType) return latest.essence;
  const end = mediaType.indexOf(";");
  latest = { mediaType, essence: withoutSpace(end < 0 ? mediaType : mediaType.slice(0, end)).toLowerCase() };
  return latest.essence;
}

/** Most messages have the type of the one before, and each is asked for it several times. */
let latest = { mediaType: "", essence: "" };

/** The value of a parameter such as `charset` (name in lower case). */
export function parameter(mediaType: string | undefined, name: string): string | undefined {
  return mediaType === undefined ? undefined : mediaTypeParameter(mediaType, name);
}

/**
 * Returns true if the text is one media type, written as RFC 9110 §8.3.1 wants it, so that no reader finds
 * another type in it.
 */
export function isClearMediaType(mediaType: string): boolean {
  if (plainMediaType.test(mediaType)) return true;
  const end = mediaType.indexOf(";");
  const [type = "", subtype = "", ...more] = mediaType.slice(0, end < 0 ? undefined : end).split("/");
  const isName = isToken(type) && isToken(subtype.trimEnd()) && more.length === 0;
  return isName && fieldParameters(mediaType).isClear;
}

/** How nearly all are written: without parameters. */
const plainMediaType = /^[a-z]+\/[a-z0-9.+-]+$/;

/**
 * Bytes as text. A byte order mark tells the character set (Encoding Standard, "decode"), or else the media type, or else
 * the document. If none does, or it is unknown, the set is UTF-8.
 */
export function decode(bytes: Uint8Array, mediaType: string | undefined): string {
  const mark = markOf(bytes);
  const name = mark?.name ?? charsetOf(bytes, mediaType);
  return seen(decodeIn(name, mark === undefined ? bytes : bytes.subarray(mark.length)));
}

/** The same for forms, where a byte order mark is a character (URL standard §5.1, "UTF-8 decode without BOM"). */
export function decodeWhole(bytes: Uint8Array, mediaType: string | undefined): string {
  return seen(decodeIn(namedCharset(mediaType) ?? "utf-8", bytes));
}

/**
 * A text as it is sent with a media type: the string itself, in UTF-8, unless the type names a character set of one byte
 * for each character. JSON has escapes for what is not ASCII. So has markup for what it lacks, and for bytes that not all
 * readers read alike: XML parsers take `iso-8859-1` at its word. In other texts, `?` takes the place of what is missing.
 */
export function encodedAs(mediaType: string | undefined, text: string): string | Bytes {
  const label = mediaType?.includes("=") ? parameter(mediaType, "charset") : undefined;
  const bytes = label === undefined ? undefined : bytesIn(label);
  if (bytes === undefined) return text;
  if (isJson(mediaType)) return text.replace(beyondAscii, (unit) => `\\u${hexadecimal(unit)}`);
  const isMarkup = isXml(mediaType) || isHtml(mediaType);
  const codes: number[] = [];
  for (const character of text) {
    const code = character < "\x80" ? character.charCodeAt(0) : bytes.get(character);
    if (code !== undefined && (code < 0x80 || code >= 0xa0 || !isMarkup)) codes.push(code);
    else if (!isMarkup) codes.push(questionMark);
    else for (const one of `&#${character.codePointAt(0)};`) codes.push(one.charCodeAt(0));
  }
  return Uint8Array.from(codes);
}

const beyondAscii = /[^\0-\x7f]/g;

function hexadecimal(unit: string): string {
  return unit.charCodeAt(0).toString(16).padStart(4, "0");
}

interface Mark {
  readonly name: string;
  /** In bytes. */
  readonly length: number;
}

/** A mark is not looked for behind a first byte that no mark has, as that of most bodies. */
function markOf(bytes: Uint8Array): Mark | undefined {
  if ((bytes[0] ?? 0) < 0xef) return undefined;
  return marks.find(({ bytes: mark }) => mark.every((byte, index) => bytes[index] === byte));
}

const marks: readonly (Mark & { readonly bytes: readonly number[] })[] = [
  { name: "utf-8", length: 3, bytes: [0xef, 0xbb, 0xbf] },
  { name: "utf-16le", length: 2, bytes: [0xff, 0xfe] },
  { name: "utf-16be", length: 2, bytes: [0xfe, 0xff] },
];

/** The character set of bytes without a byte order mark. */
function charsetOf(bytes: Uint8Array, mediaType: string | undefined): string {
  return namedCharset(mediaType) ?? declaredCharset(bytes, mediaType) ?? "utf-8";
}

function namedCharset(mediaType: string | undefined): string | undefined {
  const label = parameter(mediaType, "charset");
  return label === undefined ? undefined : charsetNamed(label);
}

/** The set that a document names itself (XML 1.0 §4.3.3; HTML standard, "prescan a byte stream"). */
function declaredCharset(bytes: Uint8Array, mediaType: string | undefined): string | undefined {
  const isMarkup = isXml(mediaType);
  if (isMarkup ? bytes[1] !== questionMark : !isHtml(mediaType)) return undefined;
  const start = String.fromCharCode(...bytes.subarray(0, 1024));
  const label = isMarkup ? xmlEncoding.exec(start)?.[1] : metaCharset(start);
  const name = label === undefined ? undefined : charsetNamed(label);
  // If the declaration can be read, the text is no UTF-16, whatever it says.
  return name?.startsWith("utf-16") ? "utf-8" : name;
}

const questionMark = 0x3f;

const xmlEncoding = /^<\?xml\s[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/i;

function metaCharset(start: string): string | undefined {
  for (const [, tag = ""] of start.replace(/<!--.*?(?:-->|$)/gs, "").matchAll(/<meta[\s/]([^>]*)>/gi)) {
    const attributes = new Map<string, string>();
    for (const [, name = "", value = ""] of tag.matchAll(attribute))
      attributes.set(name.toLowerCase(), value.replace(/^["']|["']$/g, "").trim());
    const isType = attributes.get("http-equiv")?.toLowerCase() === "content-type";
    const label =
      attributes.get("charset") ?? (isType ? parameter(attributes.get("content"), "charset") : undefined);
    if (label !== undefined) return label;
  }
  return undefined;
}

const attribute = /(?<![^\s=>"'/])([^\s=>"'/]+)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)/g;

/**
 * Returns true if readers that take all text for UTF-8 find the same text in the bytes as readers that look
 * at the character set. With a character set other than UTF-8, the bytes must be ASCII.
 * @param text the bytes, decoded
 */
export function isUtf8(bytes: Uint8Array, mediaType: string | undefined, text: string): boolean {
  const label = parameter(mediaType, "charset");
  if (label !== undefined && charsetNamed(label) === undefined) return false;
  const mark = markOf(bytes)?.name;
  if (charsetOf(bytes, mediaType) === "utf-8" && (mark ?? "utf-8") === "utf-8")
    return !text.includes("\ufffd") || strictText(bytes) !== undefined;
  return mark === undefined && strictText(bytes) === text;
}

/** `isUtf8`, and no byte order mark, which some readers take for a part of the text. */
export function isUnmarkedUtf8(bytes: Uint8Array, mediaType: string | undefined, text: string): boolean {
  return isUtf8(bytes, mediaType, text) && markOf(bytes) === undefined;
}

/** `undefined` if the bytes are no UTF-8. */
function strictText(bytes: Uint8Array): string | undefined {
  try {
    return decodeIn("utf-8", bytes, true);
  } catch {
    return undefined;
  }
}

/** Bytes are no text in the character set that they are in by what is said about them. */
export class CharsetError extends Error {}

/**
 * Bytes of XML as text, as `decode` finds it.
 * @throws CharsetError if the bytes are no text in their character set
 */
export function decodeXml(bytes: Uint8Array, mediaType: string | undefined): string {
  const mark = markOf(bytes);
  const name = mark?.name ?? charsetOf(bytes, mediaType);
  try {
    return decodeIn(name, mark === undefined ? bytes : bytes.subarray(mark.length), true);
  } catch {
    throw new CharsetError(`The bytes are no text in ${name}.`);
  }
}
