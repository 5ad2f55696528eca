import { keep } from "../../base/bounded-cache.js";
import { JwtKeyError } from "./jwt-error.js";

/** The type of a key, as JSON Web Keys name it (RFC 7518 §6.1, RFC 8037 §2). */
export type KeyType = "oct" | "RSA" | "EC" | "OKP";

interface Algorithm {
  readonly keyType: KeyType;
  /** The parameters for WebCrypto when it imports a key. */
  readonly importParameters: HmacImportParams | RsaHashedImportParams | EcKeyImportParams | { name: string };
}

function hmac(hash: string): Algorithm {
  return { keyType: "oct", importParameters: { name: "HMAC", hash } };
}

function rsa(hash: string, name = "RSASSA-PKCS1-v1_5"): Algorithm {
  return { keyType: "RSA", importParameters: { name, hash } };
}

function ecdsa(namedCurve: string): Algorithm {
  return { keyType: "EC", importParameters: { name: "ECDSA", namedCurve } };
}

const ed25519: Algorithm = { keyType: "OKP", importParameters: { name: "Ed25519" } };

/** Signature algorithms of JSON Web Signatures (RFC 7518 §3.1, RFC 8037 §3.1, RFC 9864 §2.2). */
const algorithms: ReadonlyMap<string, Algorithm> = new Map([
  ["HS256", hmac("SHA-256")],
  ["HS384", hmac("SHA-384")],
  ["HS512", hmac("SHA-512")],
  ["RS256", rsa("SHA-256")],
  ["RS384", rsa("SHA-384")],
  ["RS512", rsa("SHA-512")],
  ["PS256", rsa("SHA-256", "RSA-PSS")],
  ["PS384", rsa("SHA-384", "RSA-PSS")],
  ["PS512", rsa("SHA-512", "RSA-PSS")],
  ["ES256", ecdsa("P-256")],
  ["ES384", ecdsa("P-384")],
  ["ES512", ecdsa("P-521")],
  ["EdDSA", ed25519],
  ["Ed25519", ed25519],
]);

/** The algorithms that `jwt-encode()` can sign with. */
export const signatureAlgorithms: readonly string[] = [...algorithms.keys()];

const families: readonly string[] = ["HS", "RS", "PS", "ES"];

/** The names that `jwt-decode()` can be told to expect: an algorithm, or a family of algorithms. */
export const expectedAlgorithms: readonly string[] = [...signatureAlgorithms, ...families];

const maxExpected = 100;
const known = new Map<string, readonly string[]>();

/**
 * The algorithms that `expected` stands for: the name of one, a family, or several of both with spaces or commas
 * between them. None if one of the names is unknown.
 */
export function algorithmsOf(expected: string): readonly string[] {
  return known.get(expected) ?? keep(known, maxExpected, expected, readAlgorithms(expected));
}

function readAlgorithms(expected: string): readonly string[] {
  const names = expected.split(/[\s,]+/).filter((name) => name !== "");
  if (!names.every((name) => expectedAlgorithms.includes(name))) return [];
  return signatureAlgorithms.filter((algorithm) =>
    names.some((name) => name === algorithm || (families.includes(name) && algorithm.startsWith(name))),
  );
}

/** @throws JwtKeyError if there is no algorithm of that name */
export function algorithmNamed(name: string): Algorithm {
  const algorithm = algorithms.get(name);
  if (algorithm === undefined) throw new JwtKeyError("There is no such algorithm.");
  return algorithm;
}
