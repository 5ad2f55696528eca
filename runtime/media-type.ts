/** What the runtime reads from a `Content-Type` (RFC 9110 §8.3). Every function accepts a missing one. */

export const isJson = (mediaType: string | undefined): boolean => {
  const name = essence(mediaType);
  return name === "application/json" || name.endsWith("+json");
};

export const isXml = (mediaType: string | undefined): boolean => {
  const name = essence(mediaType);
  return name === "application/xml" || name === "text/xml" || name.endsWith("+xml");
};

export const isHtml = (mediaType: string | undefined): boolean => essence(mediaType) === "text/html";

/** The type and subtype in lower case, without parameters; `""` for none. */
export const essence = (mediaType: string | undefined): string => {
  if (mediaType === undefined) return "";
  const end = mediaType.indexOf(";");
  return (end < 0 ? mediaType : mediaType.slice(0, end)).trim().toLowerCase();
};

/** The value of a parameter such as `charset` (name in lower case), without its quotes. */
export const parameter = (mediaType: string | undefined, name: string): string | undefined => {
  if (mediaType === undefined || !mediaType.includes(";")) return undefined;
  for (const part of mediaType.split(";").slice(1)) {
    const equals = part.indexOf("=");
    if (equals < 0 || part.slice(0, equals).trim().toLowerCase() !== name) continue;
    const value = part.slice(equals + 1).trim();
    return value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  }
  return undefined;
};

const utf8 = new TextDecoder();

/** Bytes as text in the character set the media type names; UTF-8 without one, or with an unknown one. */
export const decode = (bytes: Uint8Array, mediaType: string | undefined): string =>
  decoder(parameter(mediaType, "charset")).decode(bytes);

/**
 * Bytes of XML as text. Without a character set in the media type, the byte order mark or the XML declaration names it
 * (RFC 7303 §3.2, XML 1.0 §4.3.3).
 */
export const decodeXml = (bytes: Uint8Array, mediaType: string | undefined): string =>
  decoder(markedCharset(bytes) ?? parameter(mediaType, "charset") ?? declaredCharset(bytes)).decode(bytes);

const markedCharset = ([first, second]: Uint8Array): string | undefined => {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
};

/** Where the declaration can be read, the text is no UTF-16, whatever the declaration says. */
const declaredCharset = (bytes: Uint8Array): string | undefined => {
  const start = utf8.decode(bytes.subarray(0, 200));
  return /^<\?xml\s[^>]*\sencoding\s*=\s*["']((?!utf-16)[\w.-]+)["']/i.exec(start)?.[1];
};

const decoder = (charset: string | undefined): TextDecoder => {
  if (charset === undefined || /^utf-?8$/i.test(charset)) return utf8;
  try {
    return new TextDecoder(charset);
  } catch {
    return utf8;
  }
};
