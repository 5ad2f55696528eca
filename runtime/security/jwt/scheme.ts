import { checkAtStart } from "../../base/start-checks.js";
import { type JsonObject, type JsonValue, member } from "../../data/model/values.js";
import { parseCookies } from "../../http/fields.js";
import { type Context, type Flow, state } from "../../request/context.js";
import { JwtError, NoTokenError, ScopeError } from "./jwt-error.js";
import { type KeySource, keyOf, type Setting, settingFaults, textOf } from "./key-source.js";
import { verifyToken } from "./verify.js";

/** Where clients send a token: as a bearer token (RFC 6750 §2.1), or in a cookie. */
export type TokenPlace = "bearer" | { readonly cookie: string };

/** @throws NoTokenError if there is no token */
export function findToken(headers: Headers, place: TokenPlace): string {
  return place === "bearer" ? bearerToken(headers) : cookieToken(headers, place.cookie);
}

function bearerToken(headers: Headers): string {
  const field = headers.get("authorization");
  if (field === null) throw new NoTokenError("No Authorization header sent");
  const token = /^bearer +([\w.~+/=-]+)$/i.exec(field)?.[1];
  if (token === undefined) throw new NoTokenError("No bearer token in the Authorization header");
  return token;
}

function cookieToken(headers: Headers, name: string): string {
  const field = headers.get("cookie");
  if (field === null) throw new NoTokenError("No Cookie header sent");
  const token = parseCookies(field)[name];
  if (typeof token !== "string" || token === "") throw new NoTokenError(`No cookie ${name} sent`);
  return token;
}

/** A security scheme with `x-flow-jwt`. */
export interface JwtScheme {
  readonly name: string;
  readonly token: TokenPlace;
  readonly key: Setting | KeySource;
  /** An algorithm, a family such as `RS`, or several of them. */
  readonly algorithm: Setting;
  /** Names of claims, and the texts that they must have. */
  readonly claims?: readonly (readonly [name: string, expected: Setting])[];
  readonly scopeClaim: string;
  /** The variable that takes the claims, without its `$`. */
  readonly variable: string;
  /** The field of upstream requests that carries the claims, in lower case. */
  readonly header?: string;
  /** True if refused requests are answered with challenges (RFC 6750 §3). */
  readonly challenges?: true;
  /** Runs once the token has been found valid. */
  readonly postCheck?: Flow;
}

/** The demands of an operation on a token. */
export interface SchemeCheck {
  readonly scheme: JwtScheme;
  readonly scopes: readonly string[];
}

/** A security scheme. It is called with the scopes that an operation requires. */
export function jwtScheme(scheme: JwtScheme) {
  if (typeof scheme.key !== "string" || typeof scheme.algorithm !== "string")
    checkAtStart(() => settingFaults(scheme));
  return (...scopes: readonly string[]): SchemeCheck => ({ scheme, scopes });
}

/**
 * The claims of the token that the client sent.
 * @throws JwtError if there is no valid token
 */
export async function checkedClaims($: Context, { scheme, scopes }: SchemeCheck): Promise<JsonObject> {
  const token = findToken($[state].client.headers, scheme.token);
  const claims = await validClaims($, scheme, token);
  for (const [name, expected] of scheme.claims ?? []) {
    if (!holds(member(claims, name), textOf($, expected)))
      throw new JwtError(`The claim ${name} does not have the expected value.`);
  }
  const granted = grantedScopes(member(claims, scheme.scopeClaim));
  const missing = scopes.find((scope) => !granted.includes(scope));
  if (missing !== undefined) throw new ScopeError(`The scope ${missing} is missing.`);
  return claims;
}

async function validClaims($: Context, { key, algorithm }: JwtScheme, token: string): Promise<JsonObject> {
  const expected = textOf($, algorithm);
  if (typeof key === "function") return key($, token, expected);
  return verifyToken(token, await keyOf($, key, expected), expected);
}

/**
 * Returns true if a claim has the expected value; if it has several, as `aud` may (RFC 7519 §4.1.3), one of
 * them must.
 */
function holds(claim: JsonValue | undefined, expected: string): boolean {
  const values = Array.isArray(claim) ? claim : [claim];
  return values.some((value) => isScalar(value) && String(value) === expected);
}

function isScalar(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

/** The scopes: a list of words in one text (RFC 8693 §4.2), or an array of strings. */
function grantedScopes(claim: JsonValue | undefined): readonly (JsonValue | undefined)[] {
  if (typeof claim === "string") return claim.split(/\s+/);
  return Array.isArray(claim) ? claim : [];
}
