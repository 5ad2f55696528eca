/** The algorithms of tokens that have a key pair, and the forms in which keys come. */
import { createHash, createPublicKey, verify } from "node:crypto";
import { expect } from "vitest";
import type { ClientResponse } from "../support/client.js";
import { findings } from "../support/findings.js";
import { type Sample, samples } from "../support/samples.js";
import {
  bare,
  claimsIn,
  hmacToken,
  keyPairToken,
  keysFor,
  rsaKeys,
  secret,
  signingInput,
} from "../support/tokens.js";
import { value } from "./value.js";

const ada = { sub: "ada" };
const names = ["PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"];
const keys = new Map(names.map((name) => [name, keysFor(name)]));
const keysOf = (name: string) => keys.get(name) ?? keysFor(name);

const inText = (content: object): string => JSON.stringify(content);

const decodes = (name: string, token: string, key: string, algorithm: string): Sample => ({
  ...value(`jwt-decode('${token}', '${key}', '${algorithm}')/sub`, "ada"),
  name,
  check: ({ log }) => expect(log).toStrictEqual([]),
});

/** The key is no constant, or the build would refuse some of them. */
const refuses = (name: string, token: string, key: string, algorithm: string, message: string): Sample => ({
  ...value(`jwt-decode('${token}', concat('${key}', ''), '${algorithm}')`, null),
  name,
  check: ({ log }) => {
    expect(log).toMatchObject([{ type: "engine_alert", topic: "jwt-decode", message }]);
    expect(JSON.stringify(log)).not.toContain(token.slice(-40));
  },
});

const makes = (name: string, key: string, algorithm: string, check: (token: string) => void): Sample => ({
  ...value(`jwt-encode('{"sub":"ada"}', '${key}', 0, '${algorithm}')`, undefined),
  json: expect.any(String),
  name,
  check: (response: ClientResponse) => check(response.json() as string),
});

/** Returns true if a signature is that of a key, by node:crypto, not the library that the runtime uses. */
function isSigned(token: string, algorithm: string): boolean {
  const [header, claims, signature = ""] = token.split(".");
  const key = keysOf(algorithm).publicKey;
  const isEdwards = key.asymmetricKeyType === "ed25519";
  return verify(
    isEdwards ? null : `sha${algorithm.slice(2)}`,
    Buffer.from(`${header}.${claims}`),
    key.asymmetricKeyType === "rsa"
      ? { key, padding: 6, saltLength: Number(algorithm.slice(2)) / 8 }
      : { key, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
}

samples(
  "jwt-decode",
  names.flatMap((name) => {
    const { privateKey, spki, jwk } = keysOf(name);
    const token = keyPairToken(ada, name, privateKey);
    const family = name.startsWith("Ed") ? "EdDSA Ed25519" : name.slice(0, 2);
    const others = keysFor(name);
    return [
      decodes(`${name}: SPKI`, token, spki, name),
      decodes(`${name}: SPKI without its lines`, token, bare(spki), family),
      decodes(`${name}: a JSON Web Key`, token, inText(jwk), name),
      decodes(`${name}: one with a use`, token, inText({ ...jwk, use: "sig", alg: name }), name),
      decodes(`${name}: a set of two`, token, inText({ keys: [others.jwk, jwk] }), name),
      refuses(`${name}: another key`, token, others.spki, name, "The signature of the token does not match."),
      refuses(
        `${name}: a set of others`,
        token,
        inText({ keys: [others.jwk, keysFor(name).jwk] }),
        name,
        "The signature of the token does not match.",
      ),
      refuses(`${name}: the private key`, token, keysOf(name).pkcs8, name, "Verifying needs the public key."),
      refuses(
        `${name}: the private key as a JSON Web Key`,
        token,
        inText(keysOf(name).privateJwk),
        name,
        "Verifying needs the public key.",
      ),
      refuses(
        `${name}: a key for encryption`,
        token,
        inText({ ...jwk, use: "enc" }),
        name,
        `The key cannot be used for ${name}.`,
      ),
      refuses(
        `${name}: a key for other operations`,
        token,
        inText({ ...jwk, key_ops: ["deriveKey"] }),
        name,
        `The key cannot be used for ${name}.`,
      ),
      refuses(
        `${name}: a key for another algorithm`,
        token,
        inText({ ...jwk, alg: "RS256" }),
        name,
        `The key cannot be used for ${name}.`,
      ),
      refuses(
        `${name}: a token that was made with the public key as the secret`,
        hmacToken(ada, "HS256", Buffer.from(bare(spki), "base64")),
        spki,
        "HS256",
        "A public or private key is no key for HS256.",
      ),
      refuses(
        `${name}: the JSON Web Key as the secret`,
        hmacToken(ada, "HS256", inText(jwk)),
        inText(jwk),
        "HS256",
        "A public or private key is no key for HS256.",
      ),
    ];
  }),
);

const es256 = keysOf("ES256");
const short = rsaKeys(1024);
const es256Token = keyPairToken(ada, "ES256", es256.privateKey);

/** Whoever knows the public key can make this token: with the exponent 1, a signature is the padded digest. */
const forged = (() => {
  const { n } = rsaKeys().publicKey.export({ format: "jwk" });
  const jwk = { kty: "RSA", n, e: "AQ" };
  const input = signingInput(ada, "RS256");
  const digest = createHash("sha256").update(input).digest("hex");
  const tail = `003031300d060960864801650304020105000420${digest}`;
  const block = `0001${tail.padStart(508, "f")}`;
  const spki = createPublicKey({ key: jwk, format: "jwk" }).export({ type: "spki", format: "pem" });
  return { jwk, spki: String(spki), token: `${input}.${Buffer.from(block, "hex").toString("base64url")}` };
})();
const smallExponent = "The exponent of the RSA key is too small.";

samples("keys", [
  refuses("the exponent 1", forged.token, forged.spki, "RS256", smallExponent),
  refuses("the exponent 1 in JSON", forged.token, inText(forged.jwk), "RS256", smallExponent),
  refuses(
    "the exponent 1 in a set",
    forged.token,
    inText({ keys: [forged.jwk] }),
    "RS256",
    "The key set has no key that can verify tokens.",
  ),
  decodes("a secret as a JSON Web Key", hmacToken(ada), inText({ kty: "oct", k: secret }), "HS"),
  refuses(
    "another curve",
    keyPairToken(ada, "ES384", keysOf("ES384").privateKey),
    es256.spki,
    "ES",
    "The key cannot be used for ES384.",
  ),
  refuses(
    "a key of RSA for ES256",
    es256Token,
    keysOf("PS256").spki,
    "ES256",
    "The key cannot be used for ES256.",
  ),
  refuses(
    "no key at all",
    es256Token,
    "%",
    "ES256",
    "The key is no elliptic curve key in PEM, or protected by a password.",
  ),
  refuses(
    "no key of Ed25519",
    keyPairToken(ada, "EdDSA", keysOf("EdDSA").privateKey),
    "%",
    "EdDSA",
    "The key is no Ed25519 key in PEM, or protected by a password.",
  ),
  refuses(
    "a short key as a JSON Web Key",
    keyPairToken(ada, "RS256", short.privateKey),
    inText(short.publicKey.export({ format: "jwk" })),
    "RS256",
    "An RSA key needs at least 2048 bits.",
  ),
  refuses(
    "a token that needs an extension",
    keyPairToken(ada, "ES256", es256.privateKey, { crit: ["exp"], exp: 1 }),
    es256.spki,
    "ES256",
    "The token needs an extension that is not supported.",
  ),
  decodes("one of several algorithms", es256Token, es256.spki, "RS256, ES256"),
  refuses(
    "a signature in the form of X.509",
    `${es256Token.split(".").slice(0, 2).join(".")}.MEUCIQ`,
    es256.spki,
    "ES256",
    "The signature of the token does not match.",
  ),
]);

const third = keysFor("ES256");
const named = (kid: string, { jwk }: { jwk: object }) => ({ ...jwk, kid });
const setOf = (...members: readonly unknown[]): string => inText({ keys: members });
const tokenOf = (kid: unknown) => keyPairToken(ada, "ES256", es256.privateKey, { kid });

samples("key sets", [
  decodes("the key of the token's kid", tokenOf("b"), setOf(named("a", third), named("b", es256)), "ES256"),
  decodes("no kid in the token", es256Token, setOf(named("a", third), named("b", es256)), "ES256"),
  decodes(
    "members that are no keys",
    tokenOf("b"),
    setOf(null, 1, {}, [], { kty: "ES256" }, { kty: "EC", crv: 1 }, named("b", es256)),
    "ES256",
  ),
  decodes(
    "a key with more members",
    tokenOf("b"),
    setOf({ ...named("b", es256), x5c: ["x"], __proto__x: {}, key_ops: ["verify"], nbf: 5 }),
    "ES256",
  ),
  refuses(
    "the kid of another key",
    tokenOf("a"),
    setOf(named("a", third), named("b", es256)),
    "ES256",
    "The signature of the token does not match.",
  ),
  refuses(
    "an unknown kid",
    tokenOf("c"),
    setOf(named("a", third), named("b", es256)),
    "ES256",
    "The key set has no key for ES256 with the kid of the token, c.",
  ),
  refuses(
    "an unknown kid of great length",
    tokenOf("c".repeat(100)),
    setOf(named("b", es256)),
    "ES256",
    "The key set has no key for ES256 with the kid of the token.",
  ),
  refuses(
    "a kid that is no text",
    tokenOf(["b"]),
    setOf(named("b", es256)),
    "ES256",
    "The key set has no key for ES256 with the kid of the token.",
  ),
  refuses(
    "no key of the algorithm",
    es256Token,
    setOf(keysOf("PS256").jwk),
    "ES256",
    "The key set has no key for ES256.",
  ),
  refuses(
    "a set for a secret",
    hmacToken(ada),
    setOf({ kty: "oct", k: secret }, es256.jwk),
    "HS256",
    "A key of the set cannot be used for HS256.",
  ),
  refuses(
    "private keys",
    tokenOf("b"),
    setOf({ ...es256.privateJwk, kid: "b" }),
    "ES256",
    "The key set has no key that can verify tokens.",
  ),
  refuses(
    "short keys",
    keyPairToken(ada, "RS256", short.privateKey),
    setOf(short.publicKey.export({ format: "jwk" })),
    "RS256",
    "The key set has no key that can verify tokens.",
  ),
  refuses(
    "a key that is none",
    tokenOf("b"),
    setOf({ ...named("b", es256), x: "AA" }),
    "ES256",
    "A key of the set cannot be used for ES256.",
  ),
  refuses("no keys", tokenOf("b"), setOf(), "ES256", "The key set has no key that can verify tokens."),
  refuses(
    "keys that are no array",
    tokenOf("b"),
    inText({ keys: es256.jwk }),
    "ES256",
    "There is no key set.",
  ),
  refuses(
    "more keys than there may be",
    tokenOf("b"),
    setOf(...Array.from({ length: 101 }, () => ({ kty: "EC" }))),
    "ES256",
    "The key set has more than 100 keys.",
  ),
  refuses(
    "the eleventh of the keys that may be the one",
    es256Token,
    setOf(...Array.from({ length: 10 }, () => third.jwk), es256.jwk),
    "ES256",
    "The signature of the token does not match.",
  ),
]);

samples("jwt-encode", [
  ...names.flatMap((name) => [
    makes(`${name}: PKCS #8`, keysOf(name).pkcs8, name, (token) => {
      expect(isSigned(token, name)).toBe(true);
      expect(claimsIn(token)).toStrictEqual(ada);
    }),
    makes(`${name}: a JSON Web Key`, inText({ ...keysOf(name).privateJwk, kid: "k1" }), name, (token) => {
      expect(isSigned(token, name)).toBe(true);
      const header = Buffer.from(token.split(".")[0] ?? "", "base64url").toString();
      expect(JSON.parse(header)).toStrictEqual({ typ: "JWT", alg: name, kid: "k1" });
    }),
    {
      ...value(`jwt-encode('{}', '${inText(keysOf(name).jwk)}', 0, '${name}')`, ""),
      name: `${name}: the public key`,
      check: ({ log }: ClientResponse) =>
        expect(log).toMatchObject([{ message: "Signing needs the private key." }]),
    },
  ]),
  ...["ES256", "ES384", "ES512"].flatMap((name) => {
    const sec1 = keysOf(name).privateKey.export({ format: "pem", type: "sec1" }) as string;
    const parameters = "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n";
    return [sec1, bare(sec1), parameters + sec1].map((key, index) =>
      makes(`${name}: SEC 1, form ${index}`, key, name, (token) => expect(isSigned(token, name)).toBe(true)),
    );
  }),
]);

findings("Algorithms", [
  ...[...names, "ES", "PS", "RS256 ES256"].map((name) => ({
    name: `${name} to expect`,
    flow: `<eval out="$a">jwt-decode($request/get/t, $env/KEY, '${name}')</eval>`,
    finds: "nothing" as const,
  })),
  {
    name: "several to sign with",
    flow: `<eval out="$a">jwt-encode('{}', $env/KEY, 0, 'ES256 ES384')</eval>`,
    finds: "error",
    message: /FLOW2041/,
  },
]);
