import { decodeBase64 } from "../../base/base64.js";
import type { Bytes } from "../../http/body-bytes.js";
import { type DerValue, der, derValues, tags } from "./der.js";

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

/** What `openssl ecparam -genkey` writes before a key; the key names its curve, too. */
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
