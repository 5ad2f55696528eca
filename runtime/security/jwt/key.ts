import { decodeBase64 } from "../../base/base64.js";
import { keep } from "../../base/bounded-cache.js";
import type { Bytes } from "../../http/body-bytes.js";
import { algorithmNamed, type KeyType } from "./jwt-algorithms.js";
import { JwtKeyError } from "./jwt-error.js";
import { readPemKey } from "./pem-key.js";

/** A JSON Web Key, or a set of them (RFC 7517 §4 and §5), as it was parsed: nothing about its members is sure. */
export interface Jwk {
  readonly kty?: unknown;
  readonly kid?: unknown;
  readonly alg?: unknown;
  /** The secret of a symmetric key. */
  readonly k?: unknown;
  /** The secret part of a private key. */
  readonly d?: unknown;
  /** The keys of a set. */
  readonly keys?: unknown;
}

/** The JSON object in the text of a key; `undefined` for text of another form. */
export function readJwk(text: string): Jwk | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Jwk;
  } catch {
    return undefined;
  }
}

const maxKeyLength = 65_536;
/** The fewest bits that an RSA key may have (RFC 7518 §3.3); jose asks for as many. */
export const leastRsaBits = 2048;
/** The same for its exponent. */
export const leastExponentBits = 2;

const maxKeys = 100;
const keys = new Map<string, CryptoKey>();

type Usage = "sign" | "verify";

/**
 * The key of a flow, imported into WebCrypto once: for HS algorithms a secret in Base64URL, for the others a key in
 * PEM; for all of them also a JSON Web Key.
 * @throws JwtKeyError
 */
export async function importKey(text: string, algorithm: string, usage: Usage): Promise<CryptoKey> {
  const id = `${usage} ${algorithm} ${text}`;
  return keys.get(id) ?? keep(keys, maxKeys, id, await readKey(text, algorithm, usage));
}

/** @throws JwtKeyError if the text of a key is longer than any key */
export function checkKeyLength(text: string): void {
  if (text.length > maxKeyLength) throw new JwtKeyError("The key is too long.");
}

async function readKey(text: string, algorithm: string, usage: Usage): Promise<CryptoKey> {
  checkKeyLength(text);
  const jwk = readJwk(text);
  const { keyType } = algorithmNamed(algorithm);
  if (jwk !== undefined) return checkedStrength(await webKey(jwk, algorithm, usage));
  if (keyType === "oct") return secretKey(text, algorithm, usage);
  return checkedStrength(await pemKey(text, keyType, algorithm, usage));
}

function secretKey(text: string, algorithm: string, usage: Usage): Promise<CryptoKey> {
  return importBytes("raw", secretIn(text, algorithm), algorithm, usage);
}

/** Tells why a text is no secret for an HS algorithm. `undefined` if it is one. */
export function secretProblem(text: string, algorithm: string): string | undefined {
  try {
    const jwk = readJwk(text);
    if (jwk === undefined) secretIn(text, algorithm);
    else checkSymmetric(jwk, algorithm);
    return undefined;
  } catch (error) {
    if (error instanceof JwtKeyError) return error.message;
    throw error;
  }
}

function checkSymmetric({ kty, k = "" }: Jwk, algorithm: string): void {
  if (kty !== "oct") throw noSecret(algorithm);
  secretIn(String(k), algorithm);
}

/**
 * The bytes of the secret of an HS algorithm, in Base64URL, or in the Base64 that `openssl rand -base64` writes.
 * @throws JwtKeyError if it is shorter than the hash (RFC 7518 §3.2), or more likely to be something else
 */
function secretIn(text: string, algorithm: string): Bytes {
  const digits = text.trim().replace(/\r?\n/g, "");
  if (digits === "") throw new JwtKeyError("The key is empty.");
  // Whoever has the public key could make tokens with it.
  if (readPemKey(text) !== undefined) throw noSecret(algorithm);
  if (paths.test(digits))
    throw new JwtKeyError("The key looks like the path of a file. In Base64URL, / is _.");
  const bytes = base64Url.test(digits)
    ? decodeBase64(digits.replaceAll("-", "+").replaceAll("_", "/"), true)
    : plainBase64.test(digits)
      ? decodeBase64(digits, true)
      : undefined;
  if (bytes === undefined) throw new JwtKeyError("The key is no Base64URL.");
  const bits = Number(algorithm.slice(2));
  if (bytes.length * 8 < bits)
    throw new JwtKeyError(`The key is shorter than the ${bits} bits that ${algorithm} needs.`);
  return bytes;
}

const base64Url = /^[\w-]+={0,2}$/;
const plainBase64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Paths would be Base64, too. Of keys with a slash and without a capital letter, there is one in a thousand millions. */
const paths = /^\/|^[a-z0-9]+\/[a-z0-9/]*$/;

function pemKey(text: string, type: KeyType, algorithm: string, usage: Usage): Promise<CryptoKey> {
  const key = readPemKey(text);
  if (key === undefined)
    throw new JwtKeyError(`The key is no ${named(type)} key in PEM, or protected by a password.`);
  checkUsage(key.format === "pkcs8", usage);
  return importBytes(key.format, key.bytes, algorithm, usage);
}

/** A JSON Web Key (RFC 7517 §4). WebCrypto compares its `use` and `key_ops` with what it is needed for. */
function webKey(jwk: Jwk, algorithm: string, usage: Usage): Promise<CryptoKey> {
  const { keyType, importParameters } = algorithmNamed(algorithm);
  const { alg, ...others } = jwk;
  if (keyType === "oct") checkSymmetric(jwk, algorithm);
  if (jwk.kty !== keyType || (alg !== undefined && alg !== algorithm)) throw unusable(algorithm);
  if (keyType !== "oct") checkUsage(jwk.d !== undefined, usage);
  return imported(algorithm, () =>
    crypto.subtle.importKey("jwk", others as JsonWebKey, importParameters, false, [usage]),
  );
}

function checkUsage(isPrivate: boolean, usage: Usage): void {
  if (usage === "sign" && !isPrivate) throw new JwtKeyError("Signing needs the private key.");
  if (usage === "verify" && isPrivate) throw new JwtKeyError("Verifying needs the public key.");
}

function checkedStrength(key: CryptoKey): CryptoKey {
  const { modulusLength = leastRsaBits, publicExponent } = key.algorithm as Partial<RsaHashedKeyAlgorithm>;
  if (modulusLength < leastRsaBits) throw new JwtKeyError(`An RSA key needs at least ${leastRsaBits} bits.`);
  // To the power of 1, a signature is the message itself: anybody can write it. RFC 8017 §3.1 begins at 3.
  if (publicExponent !== undefined && bitLength(publicExponent) < leastExponentBits)
    throw new JwtKeyError("The exponent of the RSA key is too small.");
  return key;
}

/** How many bits a number has. */
export function bitLength(bytes: Uint8Array): number {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? 0 : (bytes.length - first) * 8 - Math.clz32(bytes[first] ?? 0) + 24;
}

function importBytes(
  format: "raw" | "pkcs8" | "spki",
  bytes: Bytes,
  algorithm: string,
  usage: Usage,
): Promise<CryptoKey> {
  const { importParameters } = algorithmNamed(algorithm);
  return imported(algorithm, () => crypto.subtle.importKey(format, bytes, importParameters, false, [usage]));
}

async function imported(algorithm: string, start: () => Promise<CryptoKey>): Promise<CryptoKey> {
  try {
    return await start();
  } catch {
    throw unusable(algorithm);
  }
}

function unusable(algorithm: string): JwtKeyError {
  return new JwtKeyError(`The key cannot be used for ${algorithm}.`);
}

function noSecret(algorithm: string): JwtKeyError {
  return new JwtKeyError(`A public or private key is no key for ${algorithm}.`);
}

/** A type of key as people call it. */
function named(type: KeyType): string {
  if (type === "OKP") return "Ed25519";
  return type === "EC" ? "elliptic curve" : type;
}
