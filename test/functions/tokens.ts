/** JSON Web Tokens as others make them: with node:crypto, from RFC 7515 §3. */
import { createHmac, createSign, generateKeyPairSync, type KeyObject } from "node:crypto";

const encoded = (text: string): string => Buffer.from(text).toString("base64url");

/** The passphrase `asdf`, as flows have it. */
export const secret = "YXNkZg";

/** A token of any claims, under any header, with an HMAC of SHA-2. */
export function hmacToken(claims: unknown, alg = "HS256", key: string | Uint8Array = "asdf"): string {
  const input = signingInput(claims, alg);
  return `${input}.${createHmac(`sha${alg.slice(2)}`, key)
    .update(input)
    .digest("base64url")}`;
}

export function rsaToken(claims: unknown, alg: string, key: KeyObject): string {
  const input = signingInput(claims, alg);
  return `${input}.${createSign(`sha${alg.slice(2)}`)
    .update(input)
    .sign(key, "base64url")}`;
}

export const signingInput = (claims: unknown, alg: string): string =>
  `${encoded(JSON.stringify({ typ: "JWT", alg }))}.${encoded(typeof claims === "string" ? claims : JSON.stringify(claims))}`;

export const claimsIn = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

/** A pair of RSA keys, and how they are written in PEM. */
export function rsaKeys(modulusLength = 2048) {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength });
  return {
    privateKey,
    publicKey,
    pkcs8: pem(privateKey, "pkcs8"),
    privatePkcs1: pem(privateKey, "pkcs1"),
    spki: pem(publicKey, "spki"),
    publicPkcs1: pem(publicKey, "pkcs1"),
  };
}

const pem = (key: KeyObject, type: "pkcs1" | "pkcs8" | "spki"): string =>
  key.export({ format: "pem", type: type as "pkcs1" }) as string;

/** What flows usually have: no boundary lines, no line breaks. */
export const bare = (text: string): string => text.replace(/-----.*-----|\s/g, "");
