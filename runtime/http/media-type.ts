/** Reads `Content-Type` (RFC 9110 §8.3) as the runtime needs it. Most functions accept a missing one. */

import { seen } from "../base/work.js";
import { fieldParameters, isToken, mediaTypeParameter, withoutSpace } from "./field-syntax.js";

export function isJson(mediaType: string | undefined): boolean {
  const name = essence(mediaType);
  return name === "application/json" || name.endsWith("+json");
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

const utf8 = new TextDecoder();
const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

/** Bytes as text, in the character set that the media type names; in UTF-8 if it names none, or an unknown one. */
export function decode(bytes: Uint8Array, mediaType: string | undefined): string {
  return seen(decoder(parameter(mediaType, "charset")).decode(bytes));
}

/** The same for forms, where a byte order mark is a character (URL standard §5.1, "UTF-8 decode without BOM"). */
export function decodeWhole(bytes: Uint8Array, mediaType: string | undefined): string {
  const text = decode(bytes, mediaType);
  const isCut = isMarked(bytes) && decoder(parameter(mediaType, "charset")).encoding === "utf-8";
  return isCut ? `\ufeff${text}` : text;
}

function isMarked([first, second, third]: Uint8Array): boolean {
  return first === 0xef && second === 0xbb && third === 0xbf;
}

/**
 * Returns true if readers that take all text for UTF-8 find the same text in the bytes as readers that look
 * at the character set. With a character set other than UTF-8, the bytes must be ASCII.
 * @param text the bytes, decoded
 */
export function isUtf8(bytes: Uint8Array, mediaType: string | undefined, text: string): boolean {
  const charset = parameter(mediaType, "charset");
  const isMarkedUtf8 = charset === undefined || utf8Name.test(charset);
  if (isMarkedUtf8) return !text.includes("\ufffd") || strictText(bytes) !== undefined;
  return isCharset(charset) && strictText(bytes) === text;
}

/** `isUtf8`, and no byte order mark, which some readers take for a part of the text. */
export function isUnmarkedUtf8(bytes: Uint8Array, mediaType: string | undefined, text: string): boolean {
  return isUtf8(bytes, mediaType, text) && !isMarked(bytes);
}

/** `undefined` if the bytes are no UTF-8. */
function strictText(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Bytes are no text in the character set that they are in by what is said about them. */
export class CharsetError extends Error {}

/**
 * Bytes of XML as text. Without a character set in the media type, the byte order mark or the XML declaration names it
 * (RFC 7303 §3.2, XML 1.0 §4.3.3).
 * @throws CharsetError if the bytes are no text in it
 */
export function decodeXml(bytes: Uint8Array, mediaType: string | undefined): string {
  const { encoding } = decoder(
    markedCharset(bytes) ?? parameter(mediaType, "charset") ?? declaredCharset(bytes),
  );
  try {
    return (encoding === "utf-8" ? strictUtf8 : new TextDecoder(encoding, { fatal: true })).decode(bytes);
  } catch {
    throw new CharsetError(`The bytes are no text in ${encoding}.`);
  }
}

function markedCharset([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

/** If the declaration can be read as UTF-8, the text is no UTF-16, whatever the declaration says. */
function declaredCharset(bytes: Uint8Array): string | undefined {
  const start = utf8.decode(bytes.subarray(0, 200));
  return /^<\?xml\s[^>]*\sencoding\s*=\s*["']((?!utf-16)[\w.-]+)["']/i.exec(start)?.[1];
}

const utf8Name = /^utf-?8$/i;

function decoder(charset: string | undefined): TextDecoder {
  if (charset === undefined || utf8Name.test(charset)) return utf8;
  return isCharset(charset) ? new TextDecoder(charset) : utf8;
}

function isCharset(charset: string): boolean {
  try {
    return new TextDecoder(charset).encoding !== "";
  } catch {
    return false;
  }
}
