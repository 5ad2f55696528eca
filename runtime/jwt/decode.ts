import { errors, jwtVerify } from "jose";
import type { Context } from "../context.js";
import { alert } from "../errors.js";
import type { JsonObject } from "../values.js";
import { algorithmsOf } from "./algorithms.js";
import { JwtError } from "./error.js";
import { importKey } from "./key.js";

/**
 * `jwt-decode()`: the claims of a signed token in compact serialization, once its signature and its times hold.
 * @param expected the algorithm that the token must be signed with, or a family of them, `HS` or `RS`
 * @returns the empty node-set for any other token, with an alert unless there is no token at all
 */
export async function jwtDecode(
  $: Context,
  jws: string,
  key: string,
  expected = "HS",
): Promise<JsonObject | undefined> {
  if (jws === "") return undefined;
  try {
    const algorithms = algorithmsOf(expected);
    if (algorithms.length === 0) throw new JwtError("There is no such algorithm.");
    const { payload } = await jwtVerify(jws, ({ alg }) => importKey(key, alg, "verify"), {
      algorithms: [...algorithms],
    });
    // Parsed from JSON, whatever types jose gives to its registered claims.
    return payload as JsonObject;
  } catch (error) {
    if (!(error instanceof JwtError || error instanceof errors.JOSEError)) throw error;
    alert($, "jwt-decode", reasonOf(error));
    return undefined;
  }
}

/** jose's own messages are for developers of JavaScript. */
function reasonOf(error: JwtError | errors.JOSEError): string {
  if (error instanceof JwtError) return error.message;
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
