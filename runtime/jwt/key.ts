import type { Bytes } from "../http/body-bytes.js";
import { keep } from "../limits/bounded-cache.js";
import { decodeBase64 } from "../text/base64.js";
import { importParameters, isSymmetric } from "./algorithms.js";
import { JwtKeyError } from "./error.js";
import { readRsaKey } from "./rsa-key.js";

const maxKeyLength = 65_536;
/** The fewest bits that an RSA key may have (RFC 7518 §3.3); jose asks for as many. */
const leastRsaBits = 2048;

const maxKeys = 100;
const keys = new Map<string, CryptoKey>();

/**
 * The key of a flow, imported into WebCrypto once: Base64URL for HS algorithms, PEM for RS algorithms.
 * @throws JwtKeyError
 */
export async function importKey(
  text: string,
  algorithm: string,
  usage: "sign" | "verify",
): Promise<CryptoKey> {
  const id = `${usage} ${algorithm} ${text}`;
  return keys.get(id) ?? keep(keys, maxKeys, id, await readKey(text, algorithm, usage));
}

function readKey(text: string, algorithm: string, usage: "sign" | "verify"): Promise<CryptoKey> {
  if (text.length > maxKeyLength) throw new JwtKeyError("The key is too long.");
  return isSymmetric(algorithm) ? secretKey(text, algorithm, usage) : rsaKey(text, algorithm, usage);
}

async function secretKey(text: string, algorithm: string, usage: KeyUsage): Promise<CryptoKey> {
  const bytes = decodeBase64(text.replaceAll("-", "+").replaceAll("_", "/"), false);
  if (bytes === undefined || bytes.length === 0) throw new JwtKeyError("The key is empty.");
  // Whoever has the public key could make tokens with it.
  if (readRsaKey(text) !== undefined) throw new JwtKeyError(`An RSA key is no key for ${algorithm}.`);
  return importBytes("raw", bytes, algorithm, usage);
}

async function rsaKey(text: string, algorithm: string, usage: KeyUsage): Promise<CryptoKey> {
  const key = readRsaKey(text);
  if (key === undefined) throw new JwtKeyError("The key is no RSA key in PEM, or protected by a password.");
  if (usage === "sign" && key.format === "spki") throw new JwtKeyError("Signing needs the private key.");
  if (usage === "verify" && key.format === "pkcs8") throw new JwtKeyError("Verifying needs the public key.");
  const imported = await importBytes(key.format, key.bytes, algorithm, usage);
  const { modulusLength } = imported.algorithm as RsaHashedKeyAlgorithm;
  if (modulusLength < leastRsaBits) throw new JwtKeyError(`An RSA key needs at least ${leastRsaBits} bits.`);
  return imported;
}

async function importBytes(
  format: "raw" | "pkcs8" | "spki",
  bytes: Bytes,
  algorithm: string,
  usage: KeyUsage,
): Promise<CryptoKey> {
  try {
    return await crypto.subtle.importKey(format, bytes, importParameters(algorithm), false, [usage]);
  } catch {
    throw new JwtKeyError(`The key cannot be used for ${algorithm}.`);
  }
}
