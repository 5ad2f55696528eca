import type { Bytes } from "../http/body-bytes.js";
import { decodeBase64 } from "../text/base64.js";
import { type DerValue, der, derValues, tags } from "./der.js";

/** An RSA key in the form that WebCrypto imports. */
export interface RsaKey {
  readonly format: "pkcs8" | "spki";
  readonly bytes: Bytes;
}

/**
 * A key in PEM (RFC 7468), also without boundaries: a private or public key in PKCS #8 or PKCS #1, or the key of a
 * certificate. `undefined` for anything else.
 */
export function readRsaKey(text: string): RsaKey | undefined {
  const bytes = decodeBase64(text.replace(/-----[A-Z0-9 ]+-----/g, ""), true);
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
    case "SSB":
      return certificateKey(parts[0]);
    default:
      return undefined;
  }
}

/** The forms of keys, by the tags of their parts. */
const letters: ReadonlyMap<number, string> = new Map([
  [tags.sequence, "S"],
  [tags.integer, "I"],
  [tags.bitString, "B"],
  [tags.octetString, "O"],
  [tags.context0, "0"],
]);

/**
 * The key of a certificate. It follows the serial number, the algorithm, the issuer, the validity and the subject (RFC
 * 5280 §4.1).
 */
function certificateKey(body: DerValue | undefined): RsaKey | undefined {
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
