import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { JsonValue } from "../../runtime/data/model/values.js";
import { privateKey, publicKey } from "../../runtime/security/crypto/crypto-keys.js";
import { findings } from "../support/findings.js";
import {
  bare,
  certificate,
  dsa,
  ec,
  ed25519,
  passphrase,
  rsa,
  rsaLocked,
  rsaPkcs1,
  rsaPkcs1Locked,
  rsaPublic,
  rsaPublicPkcs1,
} from "../support/keys.js";
import { type Sample, samples } from "../support/samples.js";

/** The value of an expression that finds its arguments in the body: `$body/json/key`. */
const given = (
  name: string,
  expression: string,
  body: Readonly<Record<string, string>>,
  json: JsonValue,
  message?: string,
): Sample => ({
  name: `${expression}: ${name}`,
  flow: `<eval out="$b">$body/json</eval><template>{{ ${expression.replace(/\$(\w)/g, "$b/$1")} }}</template>`,
  request: { json: body },
  json,
  check: ({ log }) => {
    const topic = /^[a-z-]+/.exec(expression)?.[0];
    expect(log).toMatchObject(message === undefined ? [] : [{ topic, message }]);
    for (const secret of [body.k, body.p, body.d]) {
      if (secret) expect(JSON.stringify(log)).not.toContain(secret);
    }
  },
});

const data = "my data ä";

/** `openssl dgst -sha256 -sign rsa.pem`, and the same with `-ripemd160`. */
const sha256 =
  "VmfLx3ApxLSqnzykicSPSDoe7tumfN4OJbFOjqWy9Fm8V3oQng7w0SrhKC/IJrkvlyI/HAHzuuABwBxqfJx8nAcJ8LhbNP0UIekcrsRn/6uERYPPtQN6dfbGkk/zG8600kofU1cJuLIToVQYOSaeEa5OBz8R3bzJIqV2TthpnDtPzRDz6SasuHvjRxouaRFGsQJ42iUASFt9pbgoxXM4HWAU1tUrlrud1Yieru8K3s6SbmbPe0CJBTqLCyE+8yAqEFu/l62O07irsR+uCFHdsGWP4hka0QJ4KDY8I9d5HFSiPOcTrMEikc2bHZ4QbSKY0G79flgtD2xCtMcsie0icg==";
const ripemd160 =
  "a4tC1kx39QoVrkgtu8cTg7CYP3uMXpestGuChNil7uIPCyuaLEwemySvsEgkzQA1dl7Hl/j8FKFUYJUlibfIcFfpJT8aCeO4aDngrQN7494p+FPj0mjnb8o81k+Gvxa3V6mWO17hDHKFWpa0eYtNAcbFYzMy3ZxDS6tLYJ0P07bJGW9hpXC3sDH6s8xN5DLAFsmJm8YsdmLq5+7oo4z2KKx/dncVVY9QnbfYPoJYcYWoDXuBySP8upXfSgwnqsu7JS4aBrx4yMa38BdSzX69RxVHUipdTnGcUgtW7Qft/gqFVkOk/ylp/UWDpVdC/KkoxlQzENzu+keZkcXPVYaYUw==";

const sign = (
  name: string,
  body: { k: string; p?: string; a?: string },
  json: JsonValue,
  message?: string,
) => {
  const rest = [body.p ?? (body.a === undefined ? undefined : ""), body.a]
    .map((value, index) => (value === undefined ? "" : `, $${"pa"[index]}`))
    .join("");
  return given(name, `calc-signature($d, $k${rest})`, { d: data, p: "", ...body }, json, message);
};

/** `openssl pkcs8 -topk8 -iter 3000000 -passout pass:x`. */
const costly =
  "MIHtMFgGCSqGSIb3DQEFDTBLMCoGCSqGSIb3DQEFDDAdBAjv1WD9sGveWAIDLcbAMAwGCCqGSIb3DQIJBQAwHQYJYIZIAWUDBAEqBBD9oJT8nC1Dlok8H7wkrd5nBIGQ26QhMWTwbmUFUy1NE7jKysRrJAUH8OEoHA3LLzKB/ePgS3CMON4HVcYXR5Zz6MRDtwrJ9ZLyl0WmxyJCwUXD516iU3Rg8V+suh8gQpgOS8lYWVJvyzgy83vfZjVGFbyCTzMgANSuvUSN8lwW24/2E1aRqFCjmUrtJQ0UhgMem1tFg+bxINxmqEOgjgz0t2Ct";

const unusable = (reason: string): string => `The key cannot be used: ${reason}.`;

samples("calc-signature", [
  sign("PKCS #8", { k: rsa }, sha256),
  sign("PKCS #8 without boundaries", { k: bare(rsa) }, sha256),
  sign("PKCS #8 with spaces in the place of line breaks", { k: rsa.replaceAll("\n", " ") }, sha256),
  sign("PKCS #8, indented", { k: rsa.replaceAll("\n", "\r\n    ") }, sha256),
  sign("PKCS #8 with a passphrase", { k: rsaLocked, p: passphrase }, sha256),
  sign("PKCS #8 with a passphrase, without boundaries", { k: bare(rsaLocked), p: passphrase }, sha256),
  sign("PKCS #8 with a passphrase that is not needed", { k: rsa, p: passphrase }, sha256),
  sign("PKCS #1", { k: rsaPkcs1 }, sha256),
  sign("PKCS #1, indented", { k: rsaPkcs1.replaceAll("\n", "\n  ") }, sha256),
  sign("PKCS #1 with a passphrase", { k: rsaPkcs1Locked, p: passphrase }, sha256),
  sign("among other data", { k: `Bag: 1\n${certificate}\nkey:\n${rsa}${rsaPublic}` }, sha256),
  ...["SHA256", "sha256"].map((a) => sign("algorithm", { k: rsa, a }, sha256)),
  ...["RIPEMD160", "ripemd160"].map((a) => sign("algorithm", { k: rsa, a }, ripemd160)),

  sign("a wrong passphrase", { k: rsaLocked, p: "wrong" }, "", unusable("the passphrase does not open it")),
  sign("no passphrase", { k: rsaLocked }, "", unusable("it is encrypted, and there is no passphrase")),
  sign(
    "PKCS #1, no passphrase",
    { k: rsaPkcs1Locked },
    "",
    unusable("it is encrypted, and there is no passphrase"),
  ),
  sign("a public key", { k: rsaPublic }, "", unusable("there is no private key in it")),
  sign("no key", { k: "" }, "", unusable("there is no private key in it")),
  sign("half a key", { k: rsa.slice(0, 400) }, "", unusable("there is no private key in it")),
  sign(
    "a damaged key",
    { k: bare(rsa).slice(0, 400) },
    "",
    unusable("it is damaged, or of a kind that is not supported"),
  ),
  sign("a key without end", { k: "A".repeat(300_000) }, "", unusable("it is longer than 262144 characters")),
  sign("an encryption that takes long", { k: costly, p: "x" }, "", unusable("it takes too long to decrypt")),
  sign("a key of Ed25519", { k: ed25519.privateKey }, "", "The key cannot sign with this algorithm."),
  sign("MD4", { k: rsa, a: "MD4" }, "", 'The signing algorithm "MD4" no longer exists.'),
  sign("another name", { k: rsa, a: "sha-256" }, "", 'There is no signing algorithm "sha-256".'),
  sign("a name of JavaScript", { k: rsa, a: "__proto__" }, "", 'There is no signing algorithm "__proto__".'),
]);

const verify = (name: string, k: string, json: boolean, message?: string, s = sha256) =>
  given(name, "verify-signature($s, $d, $k)", { s, d: data, k }, json, message);

samples("verify-signature", [
  verify("SPKI", rsaPublic, true),
  verify("SPKI without boundaries", bare(rsaPublic), true),
  verify("PKCS #1", rsaPublicPkcs1, true),
  verify("a certificate", certificate, true),
  verify("a certificate without boundaries", bare(certificate), true),
  verify("a certificate in lines", bare(certificate).replace(/.{76}/g, "\n  $&"), true),
  verify("among other data", `${rsa}\ncertificate:\n${certificate}`, true),
  verify("Base64 in lines", rsaPublic, true, undefined, sha256.replace(/.{64}/g, "$&\n")),

  verify("another signature", rsaPublic, false, undefined, ripemd160),
  verify("no signature", rsaPublic, false, undefined, ""),
  verify("no Base64", rsaPublic, false, undefined, "ä€"),
  verify("another key", ec.publicKey, false),
  verify("a private key", rsa, false, unusable("there is no public key and no certificate in it")),
  verify(
    "a damaged key",
    bare(rsaPublic).slice(8),
    false,
    unusable("it is damaged, or of a kind that is not supported"),
  ),
  given("other data", "verify-signature($s, 'my data', $k)", { s: sha256, k: rsaPublic }, false),
  given(
    "an algorithm that no longer exists",
    "verify-signature($s, $d, $k, $a)",
    { s: sha256, d: data, k: rsaPublic, a: "md2" },
    false,
    'The signing algorithm "md2" no longer exists.',
  ),
]);

/** Signed and verified, with the other key of the pair. */
const there = (
  name: string,
  keys: { readonly privateKey: string; readonly publicKey: string },
  a = "SHA256",
) => ({
  name: `${name} with ${a}`,
  flow: `<eval out="$s">calc-signature('x', $body/json/k, '', $body/json/a)</eval>
    <template>[ {{ verify-signature($s, "x", $body/json/p, $body/json/a) }}, {{ verify-signature($s, "y", $body/json/p, $body/json/a) }} ]</template>`,
  request: { json: { k: keys.privateKey, p: keys.publicKey, a } },
  json: [true, false],
});

samples("Signatures of other kinds", [
  ...["DSA", "DSA-SHA", "SHA", "dsaEncryption", "dsaWithSHA", "sha", "SHA512"].map((a) =>
    there("DSA", dsa, a),
  ),
  ...["ecdsa-with-SHA1", "SHA1", "sha1", "SHA224", "sha224", "SHA384", "sha384", "sha512"].map((a) =>
    there("ECDSA", ec, a),
  ),
  ...["MD5", "md5"].map((a) => there("RSA", { privateKey: rsa, publicKey: rsaPublic }, a)),
]);

/** `openssl pkeyutl -encrypt -pkeyopt rsa_padding_mode:oaep` of `data`, and of bytes that are no UTF-8. */
const ciphertext =
  "G9LkyyDJUhYr6gqziOBc5IjJaSIuFd5+Ss92N7wYnQmYQqgkdU6Aqiw6QuYw5ai7x+61Uzm1uzF1bT/r01gCUDzClEyL63MpsHPMTAvevN2zKyWcRaCBNOCuZ3xTLPnxaQTWC5k4wQCAbka/9APqNOjxIjHwFKBi0g6MsEbcY2b2a0Do+vn+F1iBnZhNKVndLlwTuF2z1cAI9FrX2j5ESkjN5gMW0eoS8u9uKiRMZ59Y7JsLZWgh5Tcrku7YGp4BUqqtapzpRL6Wspvt0K3d0CeVPI6mk9OBysVYdnRiDIw92NIzjETXXwL+QawvoRnrmnejJf0gGVOtABWmO30NHg==";
const noText =
  "Cm5wlli5MveOKMvcVPk+UJyWOPNGSDCV7uIn8ioHRgqYamnEbnkZtnWPAsodpI+CdODSjC9nviv4wrHWJda5zoA0pVNu8LKsvuFVV/RshQ4vjmb7XArWovIYZQFg8MBwoo0DX8MThLRiCvNrtaNmi6W8jJTWEx+iEklGBB0Y48yBFYDcfl9EFABuK+8D4cMLuRn5YM+pt+3Dj29mZ6B1MmfXbIX3qYbjel4Hma5PfjpK8Wl12YiU7u8mRU7vGANVkecv0YNS1YxBkfbSHypMDMD1Dk6KxT4sxeabXdIzxfsbDeeBheDfSYmbpmw78+aV3CRbDfCZklVbHU1UCebIUQ==";

const notForKey = "The ciphertext was not made for this key.";

samples("decrypt", [
  given("PKCS #8", "decrypt($c, $k)", { c: ciphertext, k: bare(rsa) }, data),
  given("a passphrase", "decrypt($c, $k, $p)", { c: ciphertext, k: rsaLocked, p: passphrase }, data),
  given("bytes that are no text", "base64-encode(decrypt($c, $k))", { c: noText, k: rsa }, "/8Ok"),
  given("another ciphertext", "decrypt($c, $k)", { c: sha256, k: rsa }, "", notForKey),
  given("no ciphertext", "decrypt($c, $k)", { c: "", k: rsa }, "", notForKey),
  given(
    "a key that can only sign",
    "decrypt($c, $k)",
    { c: ciphertext, k: ec.privateKey },
    "",
    unusable("an RSA key is needed, but this one is of the type ec"),
  ),
]);

samples("encrypt", [
  given("SPKI", "decrypt(encrypt($d, $e), $k)", { d: data, e: bare(rsaPublic), k: rsa }, data),
  given("a certificate", "decrypt(encrypt($d, $e), $k)", { d: data, e: certificate, k: rsa }, data),
  given(
    "much data",
    "encrypt($d, $e)",
    { d: "x".repeat(215), e: rsaPublic },
    "",
    "The data is too long for the key.",
  ),
  given(
    "no key",
    "encrypt($d, $e)",
    { d: "x", e: "?" },
    "",
    unusable("there is no public key and no certificate in it"),
  ),
]);

test("keys are kept, but not without end", () => {
  expect(privateKey(rsa, "")).toBe(privateKey(rsa, ""));
  expect(privateKey(rsaLocked, passphrase)).toBe(privateKey(rsaLocked, passphrase));
  const first = publicKey(rsaPublic);
  for (let count = 0; count < 100; count++)
    publicKey(`${createHash("md5").update(`${count}`).digest("hex")}${rsaPublic}`);
  expect(publicKey(rsaPublic)).not.toBe(first);
});

const template = (expression: string): string => `<template>{{ ${expression} }}</template>`;

findings("Constant keys and algorithms", {
  usable: template(`calc-signature('x', '${bare(rsa)}', '', 'SHA384')`),
  "a passphrase that is known at run time only": template(
    `calc-signature('x', '${bare(rsaLocked)}', $env/PASSPHRASE)`,
  ),
  "no passphrase": {
    flow: template(`decrypt('x', '${bare(rsaLocked)}')`),
    finds: "error",
    message: /FLOW2032 This key cannot be used: it is encrypted, and there is no passphrase\./,
  },
  "a wrong passphrase": {
    flow: template(`calc-signature('x', '${bare(rsaLocked)}', 'wrong')`),
    finds: "error",
    message: /FLOW2032 This key cannot be used: the passphrase does not open it\./,
  },
  "no RSA key, with a passphrase that is known at run time only": {
    flow: template(`decrypt('x', '${bare(ec.privateKey)}', $env/PASSPHRASE)`),
    finds: "error",
    message: /FLOW2032 This key cannot be used: an RSA key is needed, but this one is of the type ec\./,
  },
  "a private key in the place of a public one": {
    flow: template(`verify-signature('', '', '${rsa}')`),
    finds: "error",
    message: /FLOW2032 This key cannot be used: there is no public key and no certificate in it\./,
  },
  "a public key that can only verify": {
    flow: template(`encrypt('x', '${bare(ec.publicKey)}')`),
    finds: "error",
    message: /FLOW2032 This key cannot be used: an RSA key is needed/,
  },
  "an algorithm that does not exist": {
    flow: template(`verify-signature('', '', $env/KEY, 'SHA-256')`),
    finds: "error",
    message: /FLOW2030 There is no signing algorithm SHA-256\./,
  },
  "an algorithm that no longer exists": {
    flow: template(`calc-signature('', $env/KEY, '', 'MD4')`),
    finds: "error",
    message: /FLOW2031 The signing algorithm MD4 no longer exists/,
  },
});
