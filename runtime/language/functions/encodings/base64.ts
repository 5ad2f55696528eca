import { decodeBase64, encodeBase64 } from "../../../base/base64.js";
import { decodeBytes, encodeBytes } from "../../../base/byte-string.js";
import { counted } from "../../../base/counted.js";

/** `base64-encode()` (RFC 4648 §4). */
export const base64Encode = counted({ units: 2, call: 10 }, (text: string): string => {
  return encodeBase64(encodeBytes(text));
});

/**
 * `base64-decode()`. Characters outside of the alphabet are dropped; with `isStrict`, they make the result `false`.
 * White space never matters.
 */
export const base64Decode = counted({ units: 8, call: 10 }, decoded);

function decoded(text: string): string;
function decoded(text: string, isStrict: boolean): string | false;
function decoded(text: string, isStrict = false): string | false {
  const bytes = decodeBase64(text, isStrict);
  return bytes === undefined ? false : decodeBytes(bytes);
}
