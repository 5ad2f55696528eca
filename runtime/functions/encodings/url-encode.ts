import { encodeBytes } from "./byte-string.js";

/** `urlencode()`: percent-encodes all but the unreserved characters of RFC 3986 §2.3, in UTF-8. */
export function urlEncode(text: string): string {
  if (/^[\w.~-]*$/.test(text)) return text;
  return text.replace(/[^\w.~-]+/g, (other) =>
    Array.from(encodeBytes(other), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join(""),
  );
}
