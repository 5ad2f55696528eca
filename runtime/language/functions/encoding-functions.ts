import { md5 as digest } from "@noble/hashes/legacy.js";
import { decodeBase64, encodeBase64, hexadecimal } from "../../base/base64.js";
import { decodeBytes, encodeBytes } from "../../base/byte-string.js";
import { counted } from "../../base/counted.js";
import { withoutTrailing } from "../../base/percent-decode.js";
import { type Context, state } from "../../request/context.js";

/** `base64-encode()` (RFC 4648 §4). */
export const base64Encode = /* @__PURE__ */ counted({ units: 2, call: 10 }, (text: string): string => {
  return encodeBase64(encodeBytes(text));
});

/**
 * `base64-decode()`. Characters outside of the alphabet are dropped; with `isStrict`, they make the result `false`.
 * White space never matters.
 */
export const base64Decode = /* @__PURE__ */ counted({ units: 8, call: 10 }, decoded);

function decoded(text: string): string;
function decoded(text: string, isStrict: boolean): string | false;
function decoded(text: string, isStrict = false): string | false {
  const bytes = decodeBase64(text, isStrict);
  return bytes === undefined ? false : decodeBytes(bytes);
}

/** Base64 for URLs, without padding (RFC 7515 §2). */
export function base64UrlEncode(text: string): string {
  return withoutTrailing(base64Encode(text), "=").replaceAll("+", "-").replaceAll("/", "_");
}

/** Characters outside of the alphabet are dropped. */
export function base64UrlDecode(text: string): string {
  return base64Decode(text.replaceAll("-", "+").replaceAll("_", "/"));
}

/** `urlencode()`: percent-encodes all but the unreserved characters of RFC 3986 §2.3, in UTF-8. */
export const urlEncode = /* @__PURE__ */ counted({ units: 1 }, (text: string): string => {
  if (/^[\w.~-]*$/.test(text)) return text;
  return text.replace(/[^\w.~-]+/g, (other) => {
    let encoded = "";
    for (const byte of encodeBytes(other)) encoded += escapes[byte];
    return encoded;
  });
});

/** By byte. */
const escapes: readonly string[] = /* @__PURE__ */ Array.from(
  { length: 256 },
  (_, byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
);

/** `urldecode()`: each `%` with two hexadecimal digits becomes a byte; anything else stays, also `+`. */
export const urlDecode = /* @__PURE__ */ counted({ units: 8 }, (text: string): string => {
  if (!/%[0-9A-Fa-f]{2}/.test(text)) return text;
  const encoded = encodeBytes(text);
  let length = 0;
  for (let at = 0; at < encoded.length; at++) {
    const byte = encoded[at] as number;
    const high = byte === 0x25 ? hexDigit(encoded[at + 1]) : -1;
    const low = byte === 0x25 ? hexDigit(encoded[at + 2]) : -1;
    const isEscape = high >= 0 && low >= 0;
    if (isEscape) at += 2;
    encoded[length++] = isEscape ? high * 16 + low : byte;
  }
  return decodeBytes(encoded.subarray(0, length));
});

/** -1 if the code is no hexadecimal digit. */
function hexDigit(code: number | undefined): number {
  if (code === undefined) return -1;
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** `md5()` (RFC 1321) of the text in UTF-8, as 32 hexadecimal digits in lower case. */
export const md5 = /* @__PURE__ */ counted({ units: 4, call: 50 }, (text: string): string => {
  return hexadecimal(md5Bytes(encodeBytes(text)));
});

export function md5Bytes(bytes: Uint8Array): Uint8Array {
  return digest(bytes);
}

/**
 * `uuid3()`: the UUID of a name in a namespace (RFC 9562 §5.3). A namespace that is no UUID counts as text.
 */
export const uuid3 = /* @__PURE__ */ counted(
  { units: 4, call: 100 },
  (namespace: string, name = ""): string => {
    const space = uuidSyntax.test(namespace) ? uuidBytes(namespace) : encodeBytes(namespace);
    const text = encodeBytes(name);
    const all = new Uint8Array(space.length + text.length);
    all.set(space);
    all.set(text, space.length);
    const digest = md5Bytes(all);
    digest[6] = ((digest[6] as number) & 0x0f) | 0x30;
    digest[8] = ((digest[8] as number) & 0x3f) | 0x80;
    return hexadecimal(digest).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  },
);

const uuidSyntax = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function uuidBytes(uuid: string): Uint8Array {
  const digits = uuid.replaceAll("-", "");
  return Uint8Array.from({ length: 16 }, (_, index) =>
    Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16),
  );
}

/** `uuid4()`: a random UUID (RFC 9562 §5.4). */
export const uuid4 = /* @__PURE__ */ counted({ units: 1024, call: 15 }, ($: Context): string => {
  const made = crypto.randomUUID();
  return $[state].events?.chose(made) ?? made;
});
