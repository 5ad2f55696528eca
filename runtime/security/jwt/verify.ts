import { base64url, errors, type JWTVerifyOptions, jwtVerify } from "jose";
import { readJson } from "../../data/json/long-integers.js";
import type { JsonObject } from "../../data/model/values.js";
import { algorithmsOf } from "./jwt-algorithms.js";
import { JwtError, JwtKeyError, NoKeyFitsError } from "./jwt-error.js";
import { importKey } from "./key.js";
import { type FindKey, keySetIn } from "./key-set.js";

/** How many characters a token may have; no header field holds so many. */
const maxTokenLength = 65_536;

/** The compact serialization (RFC 7515 §2, §7.1): no padding and no white space, which decoders of Base64 pass over. */
const compact = /^[\w-]+\.([\w-]+)\.[\w-]*$/;

/** How many keys of a set are tried for a token that does not say which one it was signed with. */
const maxTried = 10;

/**
 * The claims of a signed token in compact serialization, if its signature and its times are valid.
 * @param key the text of a key, or of a set of public keys
 * @param expected the algorithm that the token must be signed with, or a family of algorithms
 * @throws JwtError for any other token
 */
export async function verifyToken(jws: string, key: string, expected: string): Promise<JsonObject> {
  return verifyWith(jws, keysIn(key), algorithmsOf(expected));
}

function keysIn(key: string): FindKey {
  return keySetIn(key) ?? (({ alg }) => importKey(key, alg, "verify"));
}

/**
 * Finds out, before there are tokens, why a key cannot be used for any of the algorithms that it is expected for.
 * `undefined` if it can be used for one: of several algorithms, one key has to fit one.
 */
export async function keyProblem(key: string, expected: string): Promise<string | undefined> {
  const problems = await Promise.all(algorithmsOf(expected).map((name) => problemWith(key, name)));
  return problems.includes(undefined) ? undefined : problems[0];
}

async function problemWith(key: string, algorithm: string): Promise<string | undefined> {
  try {
    await keysIn(key)({ alg: algorithm }, { payload: "", signature: "" });
  } catch (error) {
    if (error instanceof JwtError) return error.message;
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
  }
  return undefined;
}

/**
 * The same, with keys that are looked for once the token is known to have one of the algorithms.
 * @throws JwtError
 */
export async function verifyWith(
  jws: string,
  find: FindKey,
  algorithms: readonly string[],
): Promise<JsonObject> {
  if (algorithms.length === 0) throw new JwtKeyError("There is no such algorithm.");
  if (jws.length > maxTokenLength) throw new JwtError("The token is too long.");
  const payload = compact.exec(jws)?.[1];
  if (payload === undefined) throw new JwtError(isCorrupt);
  const options = { algorithms: [...algorithms] };
  try {
    await jwtVerify(jws, find, options).catch((error: unknown) => {
      if (error instanceof errors.JWKSMultipleMatchingKeys) return verifyWithAny(jws, error, options);
      throw error;
    });
    // jose has read the claims, too, but rounds long integers.
    return readJson(new TextDecoder().decode(base64url.decode(payload))) as JsonObject;
  } catch (error) {
    throw error instanceof errors.JOSEError ? ownError(error) : error;
  }
}

async function verifyWithAny(jws: string, keys: AsyncIterable<CryptoKey>, options: JWTVerifyOptions) {
  let tried = 0;
  for await (const key of keys) {
    if (++tried > maxTried) break;
    try {
      return await jwtVerify(jws, key, options);
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    }
  }
  throw new errors.JWSSignatureVerificationFailed();
}

/** Our own words for the errors of jose, whose messages are for developers of JavaScript. */
function ownError(error: errors.JOSEError): JwtError {
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return new NoKeyFitsError("The signature of the token does not match.");
  return new JwtError(reasonOf(error));
}

function reasonOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return "The token has expired.";
  if (error instanceof errors.JWTClaimValidationFailed)
    return error.reason === "invalid"
      ? `The claim ${error.claim} of the token is no number.`
      : "The token is not valid yet.";
  if (error instanceof errors.JOSEAlgNotAllowed) return "The token is signed with another algorithm.";
  if (error instanceof errors.JWTInvalid) return "The claims of the token are no JSON object.";
  if (error instanceof errors.JOSENotSupported) return "The token needs an extension that is not supported.";
  return isCorrupt;
}

const isCorrupt = "The token is corrupt.";
