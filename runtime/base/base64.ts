/** Two digits for each byte, in lower case. */
export function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Bytes that are converted at once: a call takes only so many arguments. */
const pieceLength = 0x8000;

export function encodeBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += pieceLength)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + pieceLength)));
  return btoa(pieces.join(""));
}

/** `undefined` if the text is no Base64, read strictly. */
export function decodeBase64(text: string, isStrict: boolean): Uint8Array<ArrayBuffer> | undefined {
  const compact = text.replace(/[ \t\r\n]+/g, "");
  if (isStrict && !/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) return undefined;
  const digits = compact.replace(/[^A-Za-z0-9+/]+/g, "");
  const padding = compact.length - digits.length;
  const rest = digits.length % 4;
  if (isStrict && (rest === 1 || (padding > 0 && (digits.length + padding) % 4 !== 0))) return undefined;
  // A single digit at the end holds no whole byte.
  const binary = atob(rest === 1 ? digits.slice(0, -1) : digits);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
