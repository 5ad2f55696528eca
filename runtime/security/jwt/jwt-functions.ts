import { CompactSign } from "jose";
import { beginStretch } from "../../base/work.js";
import { readJsonOr, writeJson } from "../../data/json/long-integers.js";
import { isArray, type JsonObject, type JsonValue, type Value } from "../../data/model/values.js";
import { json } from "../../data/xpath/convert.js";
import type { Context } from "../../request/context.js";
import { alert } from "../../request/flow-errors.js";
import { signatureAlgorithms } from "./jwt-algorithms.js";
import { JwtError } from "./jwt-error.js";
import { importKey, readJwk } from "./key.js";
import { verifyToken } from "./verify.js";

/**
 * `jwt-decode()`: the claims of a signed token in compact serialization, if its signature and its times are valid.
 * @param expected the algorithm that the token must be signed with, or the family `HS` or `RS`
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
    return await verifyToken(jws, key, expected);
  } catch (error) {
    if (!(error instanceof JwtError)) throw error;
    alert($, "jwt-decode", error.message);
    return undefined;
  } finally {
    beginStretch();
  }
}

/**
 * `jwt-encode()`: a signed token in compact serialization (RFC 7519, RFC 7515 §3.1).
 * @param jwt the claims: a JSON object, as nodes or as text
 * @param timeToLive seconds until the token expires; 0 for a token that does not expire
 * @returns the empty string, and an alert, if it fails
 */
export async function jwtEncode(
  $: Context,
  jwt: Value,
  key: string,
  timeToLive = 0,
  algorithm = "HS256",
): Promise<string> {
  try {
    if (!signatureAlgorithms.includes(algorithm)) throw new JwtError("There is no such algorithm.");
    const claims = withExpiry(claimsOf(json(jwt)), timeToLive);
    return await new CompactSign(new TextEncoder().encode(writeJson(claims)))
      .setProtectedHeader({ typ: "JWT", alg: algorithm, ...keyId(key) })
      .sign(await importKey(key, algorithm, "sign"));
  } catch (error) {
    if (!(error instanceof JwtError)) throw error;
    alert($, "jwt-encode", error.message);
    return "";
  } finally {
    beginStretch();
  }
}

/** The `kid` of a JSON Web Key, by which receivers find it in a set. */
function keyId(key: string): { readonly kid?: string } {
  const kid = readJwk(key)?.kid;
  return typeof kid === "string" ? { kid } : {};
}

function claimsOf(value: JsonValue): JsonObject {
  const claims = typeof value === "string" ? readJsonOr(value, null) : value;
  if (typeof claims !== "object" || claims === null || isArray(claims))
    throw new JwtError("The claims are no JSON object.");
  return claims;
}

/** Adds the expiration time (RFC 7519 §4.1.4). */
function withExpiry(claims: JsonObject, timeToLive: number): JsonObject {
  if (timeToLive === 0) return claims;
  const exp = Math.floor(Date.now() / 1000) + Math.floor(timeToLive);
  if (!Number.isSafeInteger(exp)) throw new JwtError("The time to live is no number of seconds.");
  return { ...claims, exp };
}
