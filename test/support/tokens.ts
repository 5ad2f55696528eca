/** JSON Web Tokens made without our own code: with node:crypto, by RFC 7515 §3. */
import { constants, createHmac, createSign, generateKeyPairSync, type KeyObject, sign } from "node:crypto";

function encoded(text: string): string {
  return Buffer.from(text).toString("base64url");
}

/** As many bytes as the longest hash has. */
const passphrase = "asdf".repeat(16);

/** The passphrase in the form that flows have it, Base64url. */
export const secret = Buffer.from(passphrase).toString("base64url");

/** A token with any claims and any header, signed with an HMAC of SHA-2. */
export function hmacToken(claims: unknown, alg = "HS256", key: string | Uint8Array = passphrase): string {
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

/** A token with any asymmetric algorithm, and more members of its header. */
export function keyPairToken(claims: unknown, alg: string, key: KeyObject, header: object = {}): string {
  const input = signingInput(claims, alg, header);
  const hash = key.asymmetricKeyType === "ed25519" ? null : `sha${alg.slice(2)}`;
  const padding = alg.startsWith("PS") ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING;
  const saltLength = constants.RSA_PSS_SALTLEN_DIGEST;
  const options =
    key.asymmetricKeyType === "rsa"
      ? { key, padding, saltLength }
      : { key, dsaEncoding: "ieee-p1363" as const };
  return `${input}.${sign(hash, Buffer.from(input), options).toString("base64url")}`;
}

export function signingInput(claims: unknown, alg: string, header: object = {}): string {
  return `${encoded(JSON.stringify({ typ: "JWT", alg, ...header }))}.${encoded(typeof claims === "string" ? claims : JSON.stringify(claims))}`;
}

export function claimsIn(token: string): unknown {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}

/** A pair of RSA keys, and their PEM. */
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

/** The name of each curve for JSON Web Signatures, by the algorithm. */
const curves = { ES256: "P-256", ES384: "P-384", ES512: "P-521" } as const;

/** A pair of keys for an algorithm, in all their forms. */
export function keysFor(algorithm: string) {
  const { privateKey, publicKey } = keyPair(algorithm);
  return {
    privateKey,
    publicKey,
    pkcs8: pem(privateKey, "pkcs8"),
    spki: pem(publicKey, "spki"),
    jwk: publicKey.export({ format: "jwk" }),
    privateJwk: privateKey.export({ format: "jwk" }),
  };
}

function keyPair(algorithm: string): { privateKey: KeyObject; publicKey: KeyObject } {
  if (algorithm.startsWith("ES"))
    return generateKeyPairSync("ec", { namedCurve: curves[algorithm as keyof typeof curves] });
  if (algorithm.startsWith("Ed")) return generateKeyPairSync("ed25519");
  return generateKeyPairSync("rsa", { modulusLength: 2048 });
}

function pem(key: KeyObject, type: "pkcs1" | "pkcs8" | "spki" | "sec1"): string {
  return key.export({ format: "pem", type: type as "pkcs1" }) as string;
}

/** A key as flows usually have it: PEM without boundary lines and line breaks. */
export function bare(text: string): string {
  return text.replace(/-----.*-----|\s/g, "");
}

/** A self-signed certificate, and a token signed with its key, which no longer exists. */
export const partnerCertificate =
  "MIIDCzCCAfOgAwIBAgIULNWPNlJmu+IdTuwCdh1d0E+pNDowDQYJKoZIhvcNAQELBQAwFTETMBEGA1UEAwwKdG9rZW4udGVzdDAeFw0yNjExMjExMjAwMzZaFw0zNjExMTgxMjAwMzZaMBUxEzARBgNVBAMMCnRva2VuLnRlc3QwggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQCVTFZy8jTzBFtLmtPg2uPoEVFfe0Gm5HQX/0s5ClQmRxoCDtj8qPBo1uX8axCsEmS0oG15iinAN2Crm1HLSF31Ccs2OOEfflQLuHwBOY76WNycnxctNoICJzUxtp7Q44/28SlqBAbZiLDAKqxOfTDo7dbC8NJf4a4jf8J5mN38hmiADnc5rspggQS4dlQOPDccUONIAVVDJCDjfq3BuJmwZu5pzAADwVIOjkQI6MWRcyjgGS4A1it/89UrHd8/c8nnYxRFdCJe/mz1/XYamtwlLVH/Udo4GyrQw5aKLD7w7T0Y+HulyntR8Ul1OoijuxxuYZFhaEFekT71AjUgLKhPAgMBAAGjUzBRMB0GA1UdDgQWBBQjlyi35z888I+E+LZMwQ3HXSGk8jAfBgNVHSMEGDAWgBQjlyi35z888I+E+LZMwQ3HXSGk8jAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3DQEBCwUAA4IBAQAweorw8PCleD3mqFMZAQ5GqhmLwit89nNlgi5Yg9Z0sZsFSPmc1htziPZfykyMYU9H7xf7hd2xRDiizZXmkCfBhQaHTha+sWoPMuWjN24Mno5iu0DFZSrX4vuzloCQ8LzXN7j8IagLjCoY1T80VufTI5Vgw1hQYWSHeaYrpEN/1KePV5iLhUHlyWBNgFzqvbqtMEQBJNmj8TTVL+kQWhPUjQpKZyBgCJd224gVwZk4+zjtiw+P7Y7sF/nHaYlkWvKk9rQqmJ3/6SDKXkK9+31MPnJlc0L06E5QhRBdq6vxmC1Yx8F2DpIrK9GFEzglIiVjmseBuXVpybrf/rexrMou";
export const partnerToken =
  "eyJ0eXAiOiJKV1QiLCJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhZGEifQ.ZZErjeMiQCmnpwcYcEYzVTZgdqrV59PW_Bbp4JorAuuXbt09B5gniCIbqO4q0ciiPgLwWyjqPujW-CwcUROQ0xsayyc8ip-eemvdg-gY3E-pGY77c2POt2Tl8xMRDbjBbunIuDLZevb-NSx_4rgMrDgOfEz5h3oeXBZOg9S1y2wkk7GxZ6CmN5xV2PnM9JSaexHW_tkqntTP-yCtL3gw40vMVMDNReRIxrrocTm8dIYq7WJzYkOgH158GRO2ifElpCHLrJ20296q4rmC4tTqoCz4EkW-Pwbes__8tByWuAThBZIjfmUik9YxqhC4vj2i37mYeoSvotDEVpWIQH8nGA";
