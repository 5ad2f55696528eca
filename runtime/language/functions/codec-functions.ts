import { deflateSync, Inflate } from "fflate";
import { decodeBytes, encodeBytes } from "../../base/byte-string.js";
import { counted } from "../../base/counted.js";
import { spend, WorkLimitError } from "../../base/work.js";
import { joinBytes } from "../../http/body-bytes.js";
import type { Context } from "../../request/context.js";
import { alert } from "../../request/flow-errors.js";
import {
  base64Decode,
  base64Encode,
  base64UrlDecode,
  base64UrlEncode,
  urlDecode,
  urlEncode,
} from "./encoding-functions.js";

/** Compresses a text (RFC 1951, without a header). */
export const deflate = /* @__PURE__ */ counted({ units: 1, call: 1000 }, (text: string): string =>
  decodeBytes(deflateSync(encodeBytes(text))),
);

/** Decompresses a text. Empty if it is not compressed, or becomes more than 64 MiB; both are logged. */
export const inflate = /* @__PURE__ */ counted(
  { units: 4, call: 500 },
  ($: Context, text: string): string => {
    const bytes = inflateBytes(encodeBytes(text));
    if (bytes !== undefined) return decodeBytes(bytes);
    alert($, "apply-codecs", "inflate cannot decode its input.");
    return "";
  },
);

const maxBytes = 64 * 1024 * 1024;

/** A piece of this size becomes 4 MiB at most, so that the limit is never passed by much. */
const pieceLength = 4096;

/** How many bytes come of a compressed text in one step. */
const bytesPerStep = 8;

/** `undefined` if RFC 1951 does not allow the bytes, or if they become too many. What they become counts in any case. */
export function inflateBytes(bytes: Uint8Array): Uint8Array | undefined {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const stream = new Inflate((piece) => {
    spend(piece.length / bytesPerStep);
    size += piece.length;
    pieces.push(piece);
  });
  try {
    for (let at = 0; at < bytes.length; at += pieceLength) {
      stream.push(bytes.subarray(at, at + pieceLength), at + pieceLength >= bytes.length);
      if (size > maxBytes) return undefined;
    }
  } catch (error) {
    if (error instanceof WorkLimitError) throw error;
    return undefined;
  }
  return joinBytes(pieces, size);
}

type Codec = (text: string, $: Context) => string;

const codecs: ReadonlyMap<string, Codec> = new Map<string, Codec>([
  ["base64-encode", base64Encode],
  ["base64-decode", (text) => base64Decode(text)],
  ["base64url-encode", base64UrlEncode],
  ["base64url-decode", base64UrlDecode],
  ["url-encode", urlEncode],
  ["url-decode", urlDecode],
  ["deflate", deflate],
  ["inflate", (text, $) => inflate($, text)],
]);

/**
 * `apply-codecs()` with names that are known at run time only: one codec after the other. An unknown name makes the
 * result empty, and is logged.
 */
export const applyCodecs = /* @__PURE__ */ counted(
  { units: 1024, call: 100 },
  ($: Context, text: string, ...names: string[]): string => {
    let result = text;
    for (const name of names) {
      const codec = codecs.get(name);
      if (codec === undefined) {
        alert($, "apply-codecs", `There is no codec ${JSON.stringify(name.slice(0, 100))}.`);
        return "";
      }
      result = codec(result, $);
    }
    return result;
  },
);
