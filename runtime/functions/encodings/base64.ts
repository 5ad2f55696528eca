import { decodeBase64, encodeBase64 } from "../../text/base64.js";
import { decodeBytes, encodeBytes } from "./byte-string.js";

/** `base64-encode()` (RFC 4648 §4). */
export function base64Encode(text: string): string {
  return encodeBase64(encodeBytes(text));
}

/**
 * `base64-decode()`. Characters outside of the alphabet are dropped; with `isStrict`, they make the result `false`.
 * White space never matters.
 */
export function base64Decode(text: string): string;
export function base64Decode(text: string, isStrict: boolean): string | false;
export function base64Decode(text: string, isStrict = false): string | false {
  const bytes = decodeBase64(text, isStrict);
  return bytes === undefined ? false : decodeBytes(bytes);
}
