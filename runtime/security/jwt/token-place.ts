import { parseCookies } from "../../http/cookies.js";
import { NoTokenError } from "./jwt-error.js";

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
