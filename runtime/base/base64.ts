/** Two digits for each byte, in lower case. */
export function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Bytes that are converted at once: a call takes only so many arguments. */
const pieceLength = 0x8000;

/** The spread of a typed array would take several times as long. */
function binaryText(bytes: Uint8Array): string {
  return String.fromCharCode.apply(undefined, bytes as unknown as number[]);
}

export function encodeBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += pieceLength)
    pieces.push(binaryText(bytes.subarray(at, at + pieceLength)));
  return btoa(pieces.join(""));
}

/** By the code of a character: the six bits that it stands for, white space, or neither. */
const [space, foreign] = [64, 65];
const meanings = new Uint8Array(128).fill(foreign);
for (const [value, character] of [
  ..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
].entries())
  meanings[character.charCodeAt(0)] = value;
for (const character of " \t\r\n") meanings[character.charCodeAt(0)] = space;

const equalsSign = 0x3d;

/**
 * Characters outside of the alphabet are dropped. Read strictly, they make the text no Base64, for which `undefined` is
 * returned; but white space may stand anywhere, and padding at the end.
 */
export function decodeBase64(text: string, isStrict: boolean): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)) return bytesOf(atob(text));
  const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4));
  let length = 0;
  let padding = 0;
  /** The bits that are no byte yet, behind others that were, and how many there are. */
  let bits = 0;
  let pending = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const meaning = code < 128 ? (meanings[code] as number) : foreign;
    if (meaning < space) {
      if (isStrict && padding > 0) return undefined;
      bits = (bits << 6) | meaning;
      pending += 6;
      if (pending < 8) continue;
      pending -= 8;
      bytes[length++] = bits >> pending;
    } else if (isStrict && meaning === foreign && (code !== equalsSign || ++padding > 2)) return undefined;
  }
  // After groups of four digits, no bit is left; after two more digits four, after three two; one more is a mistake.
  const missing = pending / 2;
  if (isStrict && (missing > 2 || (padding > 0 && padding !== missing))) return undefined;
  return bytes.slice(0, length);
}

function bytesOf(binary: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
