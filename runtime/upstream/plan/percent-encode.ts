import { percentEncodeBytes } from "../../base/percent-decode.js";
import type { JsonObject } from "../../data/model/values.js";
import type { Bytes } from "../../http/body-bytes.js";
import { bytesIn } from "../../http/charset.js";
import { type Context, state } from "../../request/context.js";
import { RequestFailure } from "../failure.js";
import { stringOption } from "./read-options.js";

/** The bytes of a text in some encoding of characters. */
export type Charset = (text: string) => Bytes;

/** How the parts of a URL are written, where that may differ. */
export interface UrlEncoding {
  /** If it is undefined, the charset is UTF-8. */
  readonly charset: Charset | undefined;
  /** Characters that stay as they are. */
  readonly raw: string;
}

/** Does what `encodeURIComponent` does, and encodes `'`, in the charset of the encoding, but for its raw characters. */
export function percentEncode(text: string, { charset, raw }: UrlEncoding = plain): string {
  if (charset === undefined && raw === "") return encodeUtf8(text);
  const kept = new Set(raw);
  const encode =
    charset === undefined ? encodeUtf8 : (character: string) => percentEncodeBytes(charset(character));
  return Array.from(text, (character) =>
    unreserved.test(character) || kept.has(character) ? character : encode(character),
  ).join("");
}

const plain: UrlEncoding = { charset: undefined, raw: "" };

/** Characters that `encodeURIComponent` leaves, but for the quote, which ends texts in many languages. */
const unreserved = /[\w.!~*()-]/;

/** Half a surrogate pair becomes U+FFFD; `encodeURIComponent` would throw. */
function encodeUtf8(text: string): string {
  const encoded = encodeWellFormed(text);
  return encoded.includes("'") ? encoded.replaceAll("'", "%27") : encoded;
}

function encodeWellFormed(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return encodeURIComponent(new TextDecoder().decode(new TextEncoder().encode(text)));
  }
}

/**
 * The encoding that `encoding` names, with the option `query-encoding-raw-chars`.
 * @throws RequestFailure
 */
export function urlEncoding($: Context, name: string | undefined, options: JsonObject): UrlEncoding {
  const raw = stringOption(options, "query-encoding-raw-chars") ?? "";
  if (!name || /^utf-?8$/i.test(name)) return { charset: undefined, raw };
  const charset = $[state].facilities.charsets?.(name);
  if (charset === undefined) throw new RequestFailure("The request cannot be written in this encoding.");
  return { charset, raw };
}

/** The charset with that name, if it has one byte for each character; else undefined. */
export type Charsets = (name: string) => Charset | undefined;

/** The facility `charsets`. */
export const charsets: Charsets = (name) => {
  const bytes = bytesIn(name);
  if (bytes === undefined) return undefined;
  const byteOf = (character: string): number =>
    character < "\x80" ? character.charCodeAt(0) : (bytes.get(character) ?? missing);
  return (text) => Uint8Array.from(text, byteOf);
};

/** The byte of `?`, which stands for characters that the charset does not have. */
const missing = 0x3f;
