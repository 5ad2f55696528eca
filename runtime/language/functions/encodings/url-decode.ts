import { decodeBytes, encodeBytes } from "../../../base/byte-string.js";
import { counted } from "../../../base/counted.js";

/** `urldecode()`: each `%` with two hexadecimal digits becomes a byte; anything else stays, also `+`. */
export const urlDecode = counted({ units: 8 }, (text: string): string => {
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
