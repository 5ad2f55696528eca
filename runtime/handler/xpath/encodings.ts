import { deflate as deflated } from "../../language/functions/codec-functions.js";
import {
  base64Decode as decoded,
  base64UrlDecode as decodedUrl,
  base64Encode as encoded,
  base64UrlEncode as encodedUrl,
  md5 as md5Of,
  urlDecode as percentDecoded,
  urlEncode as percentEncoded,
  uuid3 as uuidOf,
} from "../../language/functions/encoding-functions.js";
import type { Untyped } from "../untyped.js";
import { string } from "./conversions.js";

/** base64-encode() (RFC 4648 §4) of the text in UTF-8. */
export function base64Encode(text: Untyped): string {
  return encoded(string(text));
}

/** base64-decode(): characters outside of the alphabet are left out; with `isStrict`, they make the result `false`. */
export function base64Decode(text: Untyped): string;
export function base64Decode(text: Untyped, isStrict: boolean): string | false;
export function base64Decode(text: Untyped, isStrict = false): string | false {
  return decoded(string(text), isStrict);
}

/** Base64 for URLs, without padding (RFC 7515 §2). */
export function base64UrlEncode(text: Untyped): string {
  return encodedUrl(string(text));
}

/** The opposite. Characters outside of the alphabet are left out. */
export function base64UrlDecode(text: Untyped): string {
  return decodedUrl(string(text));
}

/** urlencode(): percent-encodes all but the unreserved characters of RFC 3986 §2.3, in UTF-8. */
export function urlEncode(text: Untyped): string {
  return percentEncoded(string(text));
}

/** urldecode(): each `%` with two hexadecimal digits becomes a byte; anything else stays, also `+`. */
export function urlDecode(text: Untyped): string {
  return percentDecoded(string(text));
}

/** md5() (RFC 1321) of the text in UTF-8, as 32 hexadecimal digits in lower case. */
export function md5(text: Untyped): string {
  return md5Of(string(text));
}

/** uuid3(): the UUID of a name in a namespace (RFC 9562 §5.3). */
export function uuid3(namespace: Untyped, name: Untyped = ""): string {
  return uuidOf(string(namespace), string(name));
}

/** The codec `deflate`: the text compressed (RFC 1951), a character for each byte. */
export function deflate(text: Untyped): string {
  return deflated(string(text));
}
