import { md5 as digest } from "@noble/hashes/legacy.js";
import { encodeBytes } from "../../../base/byte-string.js";
import { counted } from "../../../base/counted.js";

/** `md5()` (RFC 1321) of the text in UTF-8, as 32 hexadecimal digits in lower case. */
export const md5 = counted({ units: 4, call: 50 }, (text: string): string => {
  return hexadecimal(md5Bytes(encodeBytes(text)));
});

export function md5Bytes(bytes: Uint8Array): Uint8Array {
  return digest(bytes);
}

export function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
