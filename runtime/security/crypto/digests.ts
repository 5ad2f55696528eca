import { CryptoError } from "./crypto-errors.js";

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

/** Whether the language knows the name, but OpenSSL does not have the digest any more. */
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
