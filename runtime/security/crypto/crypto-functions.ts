import { constants, type KeyObject, privateDecrypt, publicEncrypt, sign, verify } from "node:crypto";
import { decodeBase64, encodeBase64 } from "../../base/base64.js";
import { decodeBytes, encodeBytes } from "../../base/byte-string.js";
import { counted } from "../../base/counted.js";
import type { Context } from "../../request/context.js";
import { attempt, CryptoError, KeyError } from "./crypto-errors.js";
import { privateKey, publicKey, stepsPerCall } from "./crypto-keys.js";

const defaultAlgorithm = "SHA256";

/** `calc-signature()`: the signature in Base64. Empty, and an alert, if it fails. */
export const calcSignature = counted(
  { units: 8, call: stepsPerCall },
  ($: Context, data: string, key: string, passphrase = "", algorithm = defaultAlgorithm): string => {
    return attempt($, "calc-signature", "", "The key cannot sign with this algorithm.", () => {
      const signature = sign(digestOf(algorithm), encodeBytes(data), privateKey(key, passphrase));
      return encodeBase64(signature);
    });
  },
);

/** `verify-signature()`: whether the signature fits. An alert says so if the key or the algorithm cannot be used. */
export const verifySignature = counted(
  { units: 8, call: stepsPerCall },
  ($: Context, signature: string, data: string, key: string, algorithm = defaultAlgorithm): boolean => {
    return attempt($, "verify-signature", false, "The key cannot verify with this algorithm.", () => {
      const bytes = decodeBase64(signature, false) ?? new Uint8Array();
      return verify(digestOf(algorithm), encodeBytes(data), publicKey(key), bytes);
    });
  },
);

/** RSAES-OAEP (RFC 8017 §7.1) with its default parameters, which is what OpenSSL means by OAEP. */
const scheme = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha1" } as const;

/** `encrypt()`: the ciphertext in Base64. Empty, and an alert, if it fails. */
export const encrypt = counted(
  { units: 8, call: stepsPerCall },
  ($: Context, data: string, key: string): string => {
    return attempt($, "encrypt", "", "The data is too long for the key.", () =>
      encodeBase64(publicEncrypt({ key: rsa(publicKey(key)), ...scheme }, encodeBytes(data))),
    );
  },
);

/** `decrypt()`: the data, with bytes that are no UTF-8 as in `base64-decode()`. Empty, and an alert, if it fails. */
export const decrypt = counted(
  { units: 8, call: stepsPerCall },
  ($: Context, ciphertext: string, key: string, passphrase = ""): string => {
    return attempt($, "decrypt", "", "The ciphertext was not made for this key.", () => {
      const bytes = decodeBase64(ciphertext, false) ?? new Uint8Array();
      return decodeBytes(privateDecrypt({ key: rsa(privateKey(key, passphrase)), ...scheme }, bytes));
    });
  },
);

/** @throws KeyError if the key can only sign */
export function rsa(key: KeyObject): KeyObject {
  const type = key.asymmetricKeyType;
  if (type !== "rsa") throw new KeyError(`an RSA key is needed, but this one is of the type ${type}`);
  return key;
}

/**
 * The digest of each signature algorithm that flows can name. The key decides the kind of signature: with a key of DSA
 * or ECDSA, it is of that kind whatever the name is. Names of DSA stand for its first digest.
 */
const digests: ReadonlyMap<string, string> = new Map([
  ...["DSA", "DSA-SHA", "SHA", "SHA1", "dsaEncryption", "dsaWithSHA", "ecdsa-with-SHA1", "sha", "sha1"].map(
    (name) => [name, "sha1"] as const,
  ),
  ...["MD5", "RIPEMD160", "SHA224", "SHA256", "SHA384", "SHA512"].flatMap((name) => {
    const digest = name.toLowerCase();
    return [[name, digest] as const, [digest, digest] as const];
  }),
]);

export const signatureAlgorithms: readonly string[] = [...digests.keys()];

/** Returns true if the language knows the name, but OpenSSL does not have the digest any more. */
export function isRetired(name: string): boolean {
  return /^(?:MD[24]|md[24])$/.test(name);
}

/** @throws CryptoError */
export function digestOf(algorithm: string): string {
  const digest = digests.get(algorithm);
  if (digest !== undefined) return digest;
  const name = JSON.stringify(algorithm.slice(0, 100));
  throw new CryptoError(
    isRetired(algorithm)
      ? `The signing algorithm ${name} no longer exists.`
      : `There is no signing algorithm ${name}.`,
  );
}
