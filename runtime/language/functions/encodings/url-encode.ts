import { encodeBytes } from "../../../base/byte-string.js";
import { counted } from "../../../base/counted.js";

/** `urlencode()`: percent-encodes all but the unreserved characters of RFC 3986 §2.3, in UTF-8. */
export const urlEncode = counted({ units: 2 }, (text: string): string => {
  if (/^[\w.~-]*$/.test(text)) return text;
  return text.replace(/[^\w.~-]+/g, (other) => {
    let encoded = "";
    for (const byte of encodeBytes(other)) encoded += escapes[byte];
    return encoded;
  });
});

/** By byte. */
const escapes: readonly string[] = Array.from(
  { length: 256 },
  (_, byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
);
