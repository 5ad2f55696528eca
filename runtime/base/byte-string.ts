/**
 * Binary data in strings. Each byte that is no UTF-8 becomes one of the lone surrogates U+DC80 to U+DCFF, and the same
 * byte again when the string is encoded. So no step of a chain of codecs loses anything.
 */

const fatal = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

export function decodeBytes(bytes: Uint8Array): string {
  try {
    return fatal.decode(bytes);
  } catch {
    return decodeMixed(bytes);
  }
}

export function encodeBytes(text: string): Uint8Array<ArrayBuffer> {
  return escapedByte.test(text) ? encodeMixed(text) : encoder.encode(text);
}

const escapedByte = /[\udc80-\udcff]/u;

function decodeMixed(bytes: Uint8Array): string {
  const parts: string[] = [];
  let start = 0;
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    parts.push(fatal.decode(bytes.subarray(start, at)), String.fromCharCode(0xdc00 + (bytes[at] as number)));
    at++;
    start = at;
  }
  parts.push(fatal.decode(bytes.subarray(start)));
  return parts.join("");
}

/** How many bytes the character at this place takes (RFC 3629 §4); 0 if the bytes are no character. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number;
  if (lead < 0x80) return 1;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || at + length > bytes.length) return 0;
  for (let index = 1; index < length; index++) {
    if (((bytes[at + index] as number) & 0xc0) !== 0x80) return 0;
  }
  const second = bytes[at + 1] as number;
  const [least, most] = secondBytes.get(lead) ?? [0x80, 0xbf];
  return second >= least && second <= most ? length : 0;
}

/**
 * Lead bytes that not every continuation byte may follow, and the range that may. Others would be overlong forms,
 * surrogates, or beyond Unicode.
 */
const secondBytes: ReadonlyMap<number, readonly [number, number]> = new Map([
  [0xe0, [0xa0, 0xbf]],
  [0xed, [0x80, 0x9f]],
  [0xf0, [0x90, 0xbf]],
  [0xf4, [0x80, 0x8f]],
]);

function encodeMixed(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length * 3);
  let length = 0;
  let start = 0;
  const flush = (end: number) => {
    length += encoder.encodeInto(text.slice(start, end), bytes.subarray(length)).written;
  };
  for (const { index, 0: escaped } of text.matchAll(/[\udc80-\udcff]/gu)) {
    flush(index);
    bytes[length++] = escaped.charCodeAt(0) - 0xdc00;
    start = index + 1;
  }
  flush(text.length);
  return bytes.slice(0, length);
}
