import type { Bytes } from "../../http/body-bytes.js";

/** The bytes of a text in some encoding of characters. */
export type Charset = (text: string) => Bytes;

/** How the parts of a URL are written, where that may differ. */
export interface UrlEncoding {
  /** If it is undefined, the charset is UTF-8. */
  readonly charset: Charset | undefined;
  /** Characters that stay as they are. */
  readonly raw: string;
}

/** Does what `encodeURIComponent` does, in the charset of the encoding, and leaves its raw characters. */
export function percentEncode(text: string, { charset, raw }: UrlEncoding = plain): string {
  if (charset === undefined && raw === "") return encodeUtf8(text);
  const kept = new Set(raw);
  const encode = charset === undefined ? encodeUtf8 : (character: string) => encodeBytes(charset(character));
  return Array.from(text, (character) =>
    unreserved.test(character) || kept.has(character) ? character : encode(character),
  ).join("");
}

const plain: UrlEncoding = { charset: undefined, raw: "" };

/** Characters that `encodeURIComponent` leaves. */
const unreserved = /[\w.!~*'()-]/;

/** Percent-encodes every byte. */
export function encodeBytes(bytes: Bytes): string {
  return Array.from(bytes, (byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}

/** Half a surrogate pair becomes U+FFFD; `encodeURIComponent` would throw. */
function encodeUtf8(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return encodeURIComponent(new TextDecoder().decode(new TextEncoder().encode(text)));
  }
}
