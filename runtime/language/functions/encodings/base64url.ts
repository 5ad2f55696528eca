import { withoutTrailing } from "../../../base/without-trailing.js";
import { base64Decode, base64Encode } from "./base64.js";

/** Base64 for URLs, without padding (RFC 7515 §2). */
export function base64UrlEncode(text: string): string {
  return withoutTrailing(base64Encode(text), "=").replaceAll("+", "-").replaceAll("/", "_");
}

/** Characters outside of the alphabet are dropped. */
export function base64UrlDecode(text: string): string {
  return base64Decode(text.replaceAll("-", "+").replaceAll("_", "/"));
}
