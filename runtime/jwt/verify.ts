import { errors, jwtVerify } from "jose";
import type { JsonObject } from "../data-model/values.js";
import { algorithmsOf } from "./algorithms.js";
import { JwtError, JwtKeyError } from "./error.js";
import { importKey } from "./key.js";

/** How many characters a token may have; no header field holds so many. */
const maxTokenLength = 65_536;

/**
 * The claims of a signed token in compact serialization, if its signature and its times are valid.
 * @param expected the algorithm that the token must be signed with, or the family `HS` or `RS`
 * @throws JwtError for any other token
 */
export async function verifyToken(jws: string, key: string, expected: string): Promise<JsonObject> {
  const algorithms = algorithmsOf(expected);
  if (algorithms.length === 0) throw new JwtKeyError("There is no such algorithm.");
  if (jws.length > maxTokenLength) throw new JwtError("The token is too long.");
  try {
    const { payload } = await jwtVerify(jws, ({ alg }) => importKey(key, alg, "verify"), {
      algorithms: [...algorithms],
    });
    // The claims were parsed from JSON, although jose gives other types to the registered ones.
    return payload as JsonObject;
  } catch (error) {
    throw error instanceof errors.JOSEError ? new JwtError(reasonOf(error)) : error;
  }
}

/** Our own words for the errors of jose, whose messages are for developers of JavaScript. */
function reasonOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return "The token has expired.";
  if (error instanceof errors.JWTClaimValidationFailed)
    return error.reason === "invalid"
      ? `The claim ${error.claim} of the token is no number.`
      : "The token is not valid yet.";
  if (error instanceof errors.JOSEAlgNotAllowed) return "The token is signed with another algorithm.";
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return "The signature of the token does not match.";
  if (error instanceof errors.JWTInvalid) return "The claims of the token are no JSON object.";
  return "The token is corrupt.";
}
