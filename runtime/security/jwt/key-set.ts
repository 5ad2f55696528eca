import { createLocalJWKSet, errors, type JWK, type JWTVerifyGetKey } from "jose";
import { decodeBase64 } from "../../base/base64.js";
import { keep } from "../../base/bounded-cache.js";
import { JwtKeyError, NoKeyFitsError } from "./jwt-error.js";
import { bitLength, checkKeyLength, type Jwk, leastExponentBits, leastRsaBits, readJwk } from "./key.js";

/**
 * Finds the key for a token by its header. If several may be the one, it throws jose's error that iterates over them.
 * @throws JwtError
 */
export type FindKey = (...header: Parameters<JWTVerifyGetKey>) => Promise<CryptoKey>;

const maxSets = 20;
const sets = new Map<string, FindKey | undefined>();

/**
 * The keys in the text of a JSON Web Key Set; `undefined` if the text is another form of key.
 * @throws JwtKeyError
 */
export function keySetIn(text: string): FindKey | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  if (sets.has(text)) return sets.get(text);
  checkKeyLength(text);
  const jwk = readJwk(text);
  return keep(sets, maxSets, text, jwk?.keys === undefined ? undefined : keysOf(jwk));
}

/** How many keys a set may have. */
const maxKeys = 100;

/**
 * The keys of a JSON Web Key Set (RFC 7517 §5) that can verify tokens. Others, such as secrets, private keys, and those
 * of an unknown kind, are passed over.
 * @throws JwtKeyError if there are none, or too many
 */
export function keysOf({ keys }: Jwk): FindKey {
  if (!Array.isArray(keys)) throw new JwtKeyError("There is no key set.");
  if (keys.length > maxKeys) throw new JwtKeyError(`The key set has more than ${maxKeys} keys.`);
  const usable = keys.flatMap((key: unknown) => publicKey(key) ?? []);
  if (usable.length === 0) throw new JwtKeyError("The key set has no key that can verify tokens.");
  const find = createLocalJWKSet({ keys: usable });
  return async (header, token) => {
    try {
      return await find(header, token);
    } catch (error) {
      if (error instanceof errors.JWKSMultipleMatchingKeys) throw error;
      if (error instanceof errors.JWKSNoMatchingKey) throw new NoKeyFitsError(noKeyFor(header));
      throw new JwtKeyError(`A key of the set cannot be used for ${header.alg}.`);
    }
  };
}

/** The `kid` comes from the client, so it is only shown if it is short and plain. */
function noKeyFor({ alg, kid }: Parameters<FindKey>[0]): string {
  if (kid === undefined) return `The key set has no key for ${alg}.`;
  const isShown = typeof kid === "string" && /^[!-~]{1,64}$/.test(kid);
  return `The key set has no key for ${alg} with the kid of the token${isShown ? `, ${kid}` : ""}.`;
}

/** The members of a public key (RFC 7518 §6.2 and §6.3, RFC 8037 §2) that find and make it. */
const members = ["kid", "use", "alg", "crv", "x", "y", "n", "e"] as const;
const publicTypes: readonly unknown[] = ["RSA", "EC", "OKP"];

/** How many characters a member may have: enough for an RSA key of 16,384 bits. */
const maxMemberLength = 4_096;

function publicKey(value: unknown): JWK | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const jwk = value as Jwk & Readonly<Record<string, unknown>>;
  if (!publicTypes.includes(jwk.kty) || jwk.d !== undefined) return undefined;
  const key: JWK = { kty: jwk.kty as string };
  for (const name of members) {
    const text = jwk[name];
    if (text === undefined) continue;
    if (typeof text !== "string" || text.length > maxMemberLength) return undefined;
    key[name] = text;
  }
  const operations = jwk.key_ops;
  if (operations !== undefined && !(Array.isArray(operations) && operations.includes("verify")))
    return undefined;
  return key.kty === "RSA" && !isStrong(key) ? undefined : key;
}

function isStrong({ n = "", e = "" }: JWK): boolean {
  const bits = (number: string) =>
    bitLength(decodeBase64(number.replaceAll("-", "+").replaceAll("_", "/"), false) ?? new Uint8Array());
  return bits(n) >= leastRsaBits && bits(e) >= leastExponentBits;
}
