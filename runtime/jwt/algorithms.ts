/** Signature algorithms of JSON Web Signatures (RFC 7518 §3.1), and the hash function of each. */
const hashes: ReadonlyMap<string, string> = new Map([
  ["HS256", "SHA-256"],
  ["HS384", "SHA-384"],
  ["HS512", "SHA-512"],
  ["RS256", "SHA-256"],
  ["RS384", "SHA-384"],
  ["RS512", "SHA-512"],
]);

/** The algorithms that `jwt-encode()` can sign with. */
export const signatureAlgorithms: readonly string[] = [...hashes.keys()];

/** What `jwt-decode()` can be told to expect: an algorithm, or a family of algorithms. */
export const expectedAlgorithms: readonly string[] = [...signatureAlgorithms, "HS", "RS"];

/** The algorithms that `expected` stands for; none if it is unknown. */
export function algorithmsOf(expected: string): readonly string[] {
  return expectedAlgorithms.includes(expected)
    ? signatureAlgorithms.filter((algorithm) => algorithm.startsWith(expected))
    : [];
}

/** Whether one key both signs and verifies. */
export function isSymmetric(algorithm: string): boolean {
  return algorithm.startsWith("HS");
}

/** The algorithm as WebCrypto names it. */
export function importParameters(algorithm: string): { readonly name: string; readonly hash: string } {
  return {
    name: isSymmetric(algorithm) ? "HMAC" : "RSASSA-PKCS1-v1_5",
    hash: hashes.get(algorithm) ?? "",
  };
}
