import { decodeBase64 } from "../../base/base64.js";
import type { Bytes } from "../../http/body-bytes.js";

/**
 * The part of DER (ITU-T X.690 §10) that the forms of keys need: definite lengths, and tags of one byte.
 * @module
 */

/** A value with its tag and length. */
export interface DerValue {
  readonly tag: number;
  /** The bytes without tag and length. */
  readonly content: Bytes;
  /** The bytes with tag and length. */
  readonly whole: Bytes;
}

export const tags = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  sequence: 0x30,
  /** `[0]`, constructed. */
  context0: 0xa0,
  /** `[1]`, constructed. */
  context1: 0xa1,
} as const;

/** The values that follow each other in `bytes`; `undefined` if there is anything else. */
export function derValues(bytes: Bytes): readonly DerValue[] | undefined {
  const values: DerValue[] = [];
  for (let at = 0; at < bytes.length; ) {
    const value = derValue(bytes, at);
    if (value === undefined) return undefined;
    values.push(value);
    at += value.whole.length;
  }
  return values;
}

function derValue(bytes: Bytes, start: number): DerValue | undefined {
  const tag = bytes[start];
  const first = bytes[start + 1];
  if (tag === undefined || first === undefined) return undefined;
  // From 0x81 on, the lower bits say how many bytes the length takes.
  const lengthBytes = first < 0x80 ? 0 : first - 0x80;
  if (first === 0x80 || lengthBytes > 3) return undefined;
  const contentStart = start + 2 + lengthBytes;
  let length = lengthBytes === 0 ? first : 0;
  for (const byte of bytes.subarray(start + 2, contentStart)) length = length * 256 + byte;
  const end = contentStart + length;
  if (end > bytes.length) return undefined;
  return { tag, content: bytes.slice(contentStart, end), whole: bytes.slice(start, end) };
}

/** A value with that tag, and these contents one after the other. */
export function der(tag: number, ...contents: readonly Bytes[]): Bytes {
  const length = contents.reduce((sum, content) => sum + content.length, 0);
  const head = [tag, ...lengthBytes(length)];
  const whole = new Uint8Array(head.length + length);
  whole.set(head);
  let at = head.length;
  for (const content of contents) {
    whole.set(content, at);
    at += content.length;
  }
  return whole;
}

function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 + bytes.length, ...bytes];
}

/** A key in the form that WebCrypto imports. */
export interface PemKey {
  readonly format: "pkcs8" | "spki";
  readonly bytes: Bytes;
}

/**
 * A key in PEM (RFC 7468), also without boundaries: a private key in PKCS #8, PKCS #1 or SEC 1, a public key in SPKI or
 * PKCS #1, or the key of a certificate. `undefined` for anything else.
 */
export function readPemKey(text: string): PemKey | undefined {
  const bytes = decodeBase64(text.replace(curve, "").replace(/-----[A-Z0-9 ]+-----/g, ""), true);
  const [outer, ...others] = (bytes && derValues(bytes)) ?? [];
  if (bytes === undefined || outer?.tag !== tags.sequence || others.length > 0) return undefined;
  const parts = derValues(outer.content) ?? [];
  switch (parts.map(({ tag }) => letters.get(tag) ?? "?").join("")) {
    case "SB":
      return { format: "spki", bytes };
    case "ISO":
    case "ISO0":
      return { format: "pkcs8", bytes };
    case "II":
      return {
        format: "spki",
        bytes: der(tags.sequence, rsaEncryption, der(tags.bitString, noUnusedBits, bytes)),
      };
    case "IIIIIIIII":
      return {
        format: "pkcs8",
        bytes: der(tags.sequence, version0, rsaEncryption, der(tags.octetString, bytes)),
      };
    case "IO0":
    case "IO01":
      return { format: "pkcs8", bytes: ellipticKey(bytes, parts[2]) };
    case "SSB":
      return certificateKey(parts[0]);
    default:
      return undefined;
  }
}

/** The block that `openssl ecparam -genkey` writes before a key; the key names its curve, too. */
const curve = /-----BEGIN EC PARAMETERS-----[^-]*-----END EC PARAMETERS-----/;

/** The forms of keys, by the tags of their parts. */
const letters: ReadonlyMap<number, string> = new Map([
  [tags.sequence, "S"],
  [tags.integer, "I"],
  [tags.bitString, "B"],
  [tags.octetString, "O"],
  [tags.context0, "0"],
  [tags.context1, "1"],
]);

/** PKCS #8 for a key of SEC 1, which names its curve in `[0]` (RFC 5915 §3). */
function ellipticKey(bytes: Bytes, namedCurve: DerValue | undefined): Bytes {
  const algorithm = der(tags.sequence, ecPublicKey, namedCurve?.content ?? new Uint8Array());
  return der(tags.sequence, version0, algorithm, der(tags.octetString, bytes));
}

/**
 * The key of a certificate. It follows the serial number, the algorithm, the issuer, the validity and the subject (RFC
 * 5280 §4.1).
 */
function certificateKey(body: DerValue | undefined): PemKey | undefined {
  const fields = (body && derValues(body.content)) ?? [];
  const hasVersion = fields[0]?.tag === tags.context0;
  const key = fields[hasVersion ? 6 : 5];
  return key?.tag === tags.sequence ? { format: "spki", bytes: key.whole } : undefined;
}

const version0 = Uint8Array.of(tags.integer, 1, 0);
const noUnusedBits = Uint8Array.of(0);
/** The algorithm of RSA keys (RFC 8017 §A.1): the object identifier 1.2.840.113549.1.1.1, and NULL. */
const rsaEncryption = Uint8Array.of(
  ...[tags.sequence, 13, 0x06, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0],
);
/** The object identifier of keys on elliptic curves (RFC 5480 §2.1.1), 1.2.840.10045.2.1. */
const ecPublicKey = Uint8Array.of(0x06, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01);
