import { percentEncodeBytes } from "../../base/percent-decode.js";
import type { JsonObject } from "../../data/model/values.js";
import type { Bytes } from "../../http/body-bytes.js";
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

/** Does what `encodeURIComponent` does, in the charset of the encoding, and leaves its raw characters. */
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

/** Characters that `encodeURIComponent` leaves. */
const unreserved = /[\w.!~*'()-]/;

/** Half a surrogate pair becomes U+FFFD; `encodeURIComponent` would throw. */
function encodeUtf8(text: string): string {
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

/** The facility `charsets`. It inverts the decoders of the platform. */
export const charsets: Charsets = (name) => {
  const bytes = tableOf(name);
  if (bytes === undefined) return undefined;
  return (text) => Uint8Array.from(text, (character) => bytes.get(character) ?? missing);
};

/** The byte of `?`, which stands for characters that the charset does not have. */
const missing = 0x3f;

function tableOf(name: string): ReadonlyMap<string, number> | undefined {
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  try {
    const characters = [...new TextDecoder(name).decode(all)];
    if (characters.length !== all.length) return undefined;
    return new Map(
      characters.flatMap((character, byte) => (character === "\ufffd" ? [] : [[character, byte]])),
    );
  } catch {
    return undefined;
  }
}
