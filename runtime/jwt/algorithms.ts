/** Signature algorithms of JSON Web Signatures (RFC 7518 §3.1), and the hash function of each. */
const hashes: ReadonlyMap<string, string> = new Map([
  ["HS256", "SHA-256"],
  ["HS384", "SHA-384"],
  ["HS512", "SHA-512"],
  ["RS256", "SHA-256"],
  ["RS384", "SHA-384"],
  ["RS512", "SHA-512"],
]);

/** What `jwt-encode()` can sign with. */
export const signatureAlgorithms: readonly string[] = [...hashes.keys()];

/** What `jwt-decode()` can be told to expect: an algorithm, or a family of them. */
export const expectedAlgorithms: readonly string[] = [...signatureAlgorithms, "HS", "RS"];

/** The algorithms that `expected` stands for; none if it is unknown. */
export function algorithmsOf(expected: string): readonly string[] {
  return expectedAlgorithms.includes(expected)
    ? signatureAlgorithms.filter((algorithm) => algorithm.startsWith(expected))
    : [];
}

/** Whether an algorithm has one key for signing and verifying. */
export function isSymmetric(algorithm: string): boolean {
  return algorithm.startsWith("HS");
}

/** As WebCrypto wants it. */
export function importParameters(algorithm: string): { readonly name: string; readonly hash: string } {
  return {
    name: isSymmetric(algorithm) ? "HMAC" : "RSASSA-PKCS1-v1_5",
    hash: hashes.get(algorithm) ?? "",
  };
}
