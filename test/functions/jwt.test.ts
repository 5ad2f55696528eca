import { createHmac, createVerify } from "node:crypto";
import { expect } from "vitest";
import type { ClientResponse } from "../support/client.js";
import { findings } from "../support/findings.js";
import { type Sample, samples } from "../support/samples.js";
import {
  bare,
  claimsIn,
  hmacToken,
  partnerCertificate,
  partnerToken,
  rsaKeys,
  rsaToken,
  secret,
  signingInput,
} from "../support/tokens.js";
import { value } from "./value.js";

const rsa = rsaKeys();
const other = rsaKeys();
const short = rsaKeys(1024);
const now = Math.floor(Date.now() / 1000);

/** An expression that yields nothing, and the one line that the log says about it. */
const refused = (expression: string, json: unknown, message: string, named?: string): Sample => ({
  ...value(expression, json),
  name: named ?? expression,
  check: ({ log }) => {
    const topic = expression.slice(0, expression.indexOf("("));
    expect(log).toMatchObject([{ type: "engine_alert", topic, message }]);
    expect(JSON.stringify(log)).not.toMatch(/YXNkZ|asdf|eyJ|MII/);
  },
});

const isSignedBy = (algorithm: string) => (response: ClientResponse) => {
  const token = response.json() as string;
  const [header, claims, signature = ""] = token.split(".");
  expect(`${header}.${claims}`).toBe(signingInput({ sub: "ada" }, `RS${algorithm.slice(3)}`));
  const verify = createVerify(algorithm).update(`${header}.${claims}`);
  expect(verify.verify(rsa.publicKey, signature, "base64url")).toBe(true);
};

const signs = (form: string, key: string, algorithm = "SHA256"): Sample => ({
  name: `with a key in ${form}, ${algorithm}`,
  flow: `<template>{{ jwt-encode('{"sub":"ada"}', '${key}', 0, 'RS${algorithm.slice(3)}') }}</template>`,
  check: isSignedBy(algorithm),
});

const expiresIn = (timeToLive: string, seconds: number): Sample => ({
  name: `a time to live of ${timeToLive}`,
  flow: `<template>{{ jwt-encode('{"a":1,"exp":1}', '${secret}', ${timeToLive}) }}</template>`,
  check: (response) => {
    const { a, exp } = claimsIn(response.json() as string) as Record<string, number>;
    expect(a).toBe(1);
    expect(Math.abs((exp ?? 0) - Date.now() / 1000 - seconds)).toBeLessThan(10);
  },
});

samples("jwt-encode", [
  value(`jwt-encode('{"user":"alice"}', '${secret}')`, hmacToken({ user: "alice" })),
  value(`jwt-encode('{ "user": "alice" }', '${secret}', 0, 'HS384')`, hmacToken({ user: "alice" }, "HS384")),
  value(`jwt-encode('{"user":"alice"}', '${secret}', 0, 'HS512')`, hmacToken({ user: "alice" }, "HS512")),
  value(`jwt-encode('{"n":1}', '${secret}==')`, hmacToken({ n: 1 })),
  ...["-_-_", "+/+/"].map((digits) =>
    value(
      `jwt-encode('{"n":1}', '${digits.repeat(11)}')`,
      hmacToken({ n: 1 }, "HS256", Buffer.from(digits.repeat(11), "base64")),
    ),
  ),
  value(`jwt-encode('{"__proto__":{"a":"ä"}}', '${secret}')`, hmacToken('{"__proto__":{"a":"ä"}}')),
  {
    name: "of nodes, in their order",
    flow: `<template in="$request" out="$claims">{ {{: get/user | get/role }} "n": [ 1, null ] }</template>
      <eval out="$token">jwt-encode($claims, '${secret}')</eval>
      <template>{{ $token }}</template>`,
    request: { query: "role=admin&user=alice" },
    json: hmacToken({ role: "admin", user: "alice", n: [1, null] }),
  },
  value(`jwt-encode($request/get/claims, '${secret}')`, hmacToken({ a: 1 }), "claims=%7B%22a%22:1%7D"),
  expiresIn("600", 600),
  expiresIn("-10.5", -11),
  signs("PKCS #8", rsa.pkcs8),
  signs("PKCS #8 without its lines", bare(rsa.pkcs8), "SHA384"),
  signs("PKCS #1", rsa.privatePkcs1, "SHA512"),
  signs("PKCS #1 without its lines", bare(rsa.privatePkcs1)),
  refused(`jwt-encode('[1]', '${secret}')`, "", "The claims are no JSON object."),
  refused(`jwt-encode('{a:1}', '${secret}')`, "", "The claims are no JSON object."),
  refused(`jwt-encode(1, '${secret}')`, "", "The claims are no JSON object."),
  refused(`jwt-encode($request/get/none, '${secret}')`, "", "The claims are no JSON object."),
  refused("jwt-encode('{}', $request/get/none)", "", "The key is empty."),
  refused("jwt-encode('{}', concat('%', '%'))", "", "The key is no Base64URL."),
  refused(`jwt-encode('{}', '${secret}', 'soon')`, "", "The time to live is no number of seconds."),
  refused(`jwt-encode('{}', '${secret}', 1 div 0)`, "", "The time to live is no number of seconds."),
  refused(`jwt-encode('{}', '${secret}', 0, concat('HS', ''))`, "", "There is no such algorithm."),
  refused(
    `jwt-encode('{}', '${secret}', 0, 'RS256')`,
    "",
    "The key is no RSA key in PEM, or protected by a password.",
  ),
  refused(
    `jwt-encode('{}', '${rsa.spki}', 0, 'RS256')`,
    "",
    "Signing needs the private key.",
    "a public key",
  ),
  refused(
    `jwt-encode('{}', concat('${bare(rsa.pkcs8)}', ''))`,
    "",
    "A public or private key is no key for HS256.",
    "an RSA key for HS",
  ),
  refused(
    `jwt-encode('{}', '${short.pkcs8}', 0, 'RS256')`,
    "",
    "An RSA key needs at least 2048 bits.",
    "a short RSA key",
  ),
  refused(
    `jwt-encode('{}', '${bare(rsa.pkcs8).slice(0, 400)}', 0, 'RS256')`,
    "",
    "The key is no RSA key in PEM, or protected by a password.",
    "half a key",
  ),
  refused(`jwt-encode('{}', '${"a".repeat(70_000)}')`, "", "The key is too long.", "a long key"),
]);

const decodes = (name: string, token: string, rest: string, json: unknown): Sample => ({
  ...value(`jwt-decode('${token}', ${rest})`, json),
  name,
  check: ({ log }) => expect(log).toStrictEqual([]),
});

const rejects = (name: string, token: string, rest: string, message: string): Sample =>
  refused(`jwt-decode('${token}', ${rest})`, null, message, name);

const ada = { sub: "ada" };

samples("jwt-decode", [
  decodes("without an algorithm, any HS", hmacToken(ada, "HS512"), `'${secret}'`, ada),
  decodes("an algorithm", hmacToken(ada, "HS384"), `'${secret}', 'HS384'`, ada),
  decodes("the family HS", hmacToken(ada, "HS384"), `'${secret}', 'HS'`, ada),
  decodes("the family RS", rsaToken(ada, "RS512", rsa.privateKey), `'${rsa.spki}', 'RS'`, ada),
  decodes("SPKI", rsaToken(ada, "RS256", rsa.privateKey), `'${bare(rsa.spki)}', 'RS256'`, ada),
  decodes("PKCS #1", rsaToken(ada, "RS384", rsa.privateKey), `'${rsa.publicPkcs1}', 'RS384'`, ada),
  decodes("a certificate", partnerToken, `'${partnerCertificate}', 'RS256'`, ada),
  decodes("times that hold", hmacToken({ exp: now + 60, nbf: now - 60 }), `'${secret}'`, {
    exp: now + 60,
    nbf: now - 60,
  }),
  decodes("no token", "", `'${secret}'`, null),
  {
    name: "into a variable",
    flow: `<eval out="$jwt">jwt-decode($request/cookies/token, '${secret}')</eval>
      <template>{ "user": {{ $jwt/user }}, "roles": {{ count($jwt/roles/value) }}, "own": {{ $jwt/__proto__ }} }</template>`,
    request: { headers: { cookie: `token=${hmacToken('{"user":"alice","roles":[1,2],"__proto__":"x"}')}` } },
    json: { user: "alice", roles: 2, own: "x" },
  },
  rejects("expired", hmacToken({ exp: now - 1 }), `'${secret}'`, "The token has expired."),
  rejects("too early", hmacToken({ nbf: now + 60 }), `'${secret}'`, "The token is not valid yet."),
  rejects(
    "a time that is none",
    hmacToken({ exp: "tomorrow" }),
    `'${secret}'`,
    "The claim exp of the token is no number.",
  ),
  rejects("corrupt", "eyJhbGciOiJIUzI1NiJ9.e30", `'${secret}'`, "The token is corrupt."),
  ...[" ", "\n", "="].flatMap((added) =>
    [0, 1, 2].map((part) => {
      const [header, claims] = signingInput(ada, "HS256").split(".");
      const input = `${header}${part === 0 ? added : ""}.${claims}${part === 1 ? added : ""}`;
      const signature = createHmac("sha256", Buffer.from(secret, "base64url"))
        .update(input)
        .digest("base64url");
      const token = `${input}.${signature}${part === 2 ? added : ""}`;
      const name = `${JSON.stringify(added)} at the end of part ${part}`;
      return rejects(name, token, `'${secret}'`, "The token is corrupt.");
    }),
  ),
  {
    name: "a long integer, there and back",
    flow: `<template>{{ jwt-decode(jwt-encode('{"id":12345678901234567890}', '${secret}'), '${secret}') }}</template>`,
    text: `{"id":12345678901234567890}`,
  },
  rejects("no token at all", "token", `'${secret}'`, "The token is corrupt."),
  rejects(
    "another key",
    hmacToken(ada),
    `'${"c2VjcmV0".repeat(8)}'`,
    "The signature of the token does not match.",
  ),
  rejects("no JSON", hmacToken("alice"), `'${secret}'`, "The claims of the token are no JSON object."),
  rejects("an array", hmacToken([1]), `'${secret}'`, "The claims of the token are no JSON object."),
  rejects(
    "another algorithm",
    hmacToken(ada),
    `'${secret}', 'HS512'`,
    "The token is signed with another algorithm.",
  ),
  rejects(
    "none",
    `${signingInput(ada, "none")}.`,
    `'${secret}'`,
    "The token is signed with another algorithm.",
  ),
  rejects(
    "an algorithm that is no string",
    `${signingInput(ada, "HS256").replace(/^[^.]*/, Buffer.from('{"alg":["HS256"]}').toString("base64url"))}.x`,
    `'${secret}'`,
    "The token is corrupt.",
  ),
  rejects(
    "an RSA token without an algorithm",
    rsaToken(ada, "RS256", rsa.privateKey),
    `concat('${rsa.spki}', '')`,
    "The token is signed with another algorithm.",
  ),
  rejects(
    "an HS token under RS",
    hmacToken(ada, "HS256", rsa.spki),
    `'${rsa.spki}', 'RS'`,
    "The token is signed with another algorithm.",
  ),
  ...[rsa.spki, bare(rsa.spki), rsa.publicPkcs1, partnerCertificate].map((key) =>
    rejects(
      `an HS token made with the public key ${bare(key).slice(0, 10)}`,
      hmacToken(ada, "HS256", Buffer.from(bare(key), "base64")),
      `concat('${key}', '')`,
      "A public or private key is no key for HS256.",
    ),
  ),
  rejects(
    "a key of somebody else",
    rsaToken(ada, "RS256", other.privateKey),
    `'${rsa.spki}', 'RS256'`,
    "The signature of the token does not match.",
  ),
  rejects(
    "a private key",
    rsaToken(ada, "RS256", rsa.privateKey),
    `'${rsa.pkcs8}', 'RS256'`,
    "Verifying needs the public key.",
  ),
  rejects("an empty key", hmacToken(ada, "HS256", ""), "$request/get/none", "The key is empty."),
  rejects(
    "an algorithm that nobody knows",
    hmacToken(ada),
    `'${secret}', $request/get/none`,
    "There is no such algorithm.",
  ),
]);

findings("Algorithms", {
  "one that does not exist": {
    flow: `<eval out="$a">jwt-decode($request/get/t, $env/KEY, 'HS385')</eval>`,
    finds: "error",
    message: /FLOW2041 jwt-decode\(\) knows no algorithm "HS385"/,
  },
  "a family to sign with": {
    flow: `<eval out="$a">jwt-encode('{}', $env/KEY, 0, 'HS')</eval>`,
    finds: "error",
    message: /FLOW2041/,
  },
  "a family to expect": `<eval out="$a">jwt-decode($request/get/t, $env/KEY, 'RS')</eval>`,
});
