import type { Context } from "../context.js";
import { alert } from "../errors.js";
import { decodeBase64, encodeBase64 } from "./base64.js";
import { decodeBytes, encodeBytes } from "./byte-string.js";
import { urlDecode } from "./url-decode.js";
import { urlEncode } from "./url-encode.js";

type Codec = (text: string) => string;

const encode: Codec = (text) => encodeBase64(encodeBytes(text));
const decode: Codec = (text) => decodeBytes(decodeBase64(text, false) ?? new Uint8Array());

/** By name, as `apply-codecs()` takes them. */
export const codecs: ReadonlyMap<string, Codec> = new Map<string, Codec>([
  ["base64-encode", encode],
  ["base64-decode", decode],
  // RFC 7515 §2: without padding
  ["base64url-encode", (text) => encode(text).replace(/=+$/, "").replaceAll("+", "-").replaceAll("/", "_")],
  ["base64url-decode", (text) => decode(text.replaceAll("-", "+").replaceAll("_", "/"))],
  ["url-encode", urlEncode],
  ["url-decode", urlDecode],
]);

/** `apply-codecs()`: one codec after the other. Empty where there is none of a name, which is logged. */
export function applyCodecs($: Context, text: string, ...names: string[]): string {
  let result = text;
  for (const name of names) {
    const codec = codecs.get(name);
    if (codec === undefined) {
      alert($, "apply-codecs", `There is no codec ${JSON.stringify(name.slice(0, 100))}.`);
      return "";
    }
    result = codec(result);
  }
  return result;
}
