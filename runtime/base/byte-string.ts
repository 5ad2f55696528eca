/**
 * Binary data in strings. Each byte that is no UTF-8 becomes one of the lone surrogates U+DC80 to U+DCFF, and the same
 * byte again when the string is encoded. So no step of a chain of codecs loses anything.
 */

const fatal = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

const fewBytes = 128;

export function decodeBytes(bytes: Uint8Array): string {
  // What fails costs an error, which takes longer to make than a few bytes to decode.
  if (bytes.length < fewBytes) return decodeMixed(bytes);
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

/** Units that become a string at once: a call takes only so many arguments. */
const pieceLength = 0x2000;

/** Unit by unit: a call of `TextDecoder` for each part that is UTF-8 costs hundreds of times as much as a short part. */
function decodeMixed(bytes: Uint8Array): string {
  const units = new Uint16Array(Math.min(pieceLength, bytes.length + 2));
  const parts: string[] = [];
  let count = 0;
  for (let at = 0; at < bytes.length; ) {
    if (count > pieceLength - 2) {
      parts.push(stringOf(units.subarray(0, count)));
      count = 0;
    }
    const lead = bytes[at] as number;
    const length = sequenceLength(bytes, at);
    if (length < 2) units[count++] = length === 1 ? lead : 0xdc00 + lead;
    else {
      let code = lead & (0x7f >> length);
      for (let index = 1; index < length; index++)
        code = (code << 6) | ((bytes[at + index] as number) & 0x3f);
      if (code > 0xffff) {
        units[count++] = 0xd7c0 + (code >> 10);
        code = 0xdc00 | (code & 0x3ff);
      }
      units[count++] = code;
    }
    at += length || 1;
  }
  parts.push(stringOf(units.subarray(0, count)));
  return parts.join("");
}

/** The spread of a typed array would take several times as long. */
function stringOf(units: Uint16Array): string {
  return String.fromCharCode.apply(undefined, units as unknown as number[]);
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
  const [least, most] = secondBytes.get(lead) ?? anySecond;
  return second >= least && second <= most ? length : 0;
}

const anySecond = [0x80, 0xbf] as const;

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
  const continued = (bits: number) => {
    bytes[length++] = 0x80 | (bits & 0x3f);
  };
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) as number;
    if (code < 0x80) bytes[length++] = code;
    else if (code >= 0xdc80 && code <= 0xdcff) bytes[length++] = code - 0xdc00;
    else if (code < 0x800) {
      bytes[length++] = 0xc0 | (code >> 6);
      continued(code);
    } else if (code < 0x10000) {
      const written = (code & 0xf800) === 0xd800 ? 0xfffd : code;
      bytes[length++] = 0xe0 | (written >> 12);
      continued(written >> 6);
      continued(written);
    } else {
      at++;
      bytes[length++] = 0xf0 | (code >> 18);
      continued(code >> 12);
      continued(code >> 6);
      continued(code);
    }
  }
  return bytes.slice(0, length);
}
