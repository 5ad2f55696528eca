/** Keys in all forms of PEM, and what only looks like one. */
import { X509Certificate } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readPemKey } from "../../runtime/security/jwt/pem-key.js";
import { bare, keysFor, partnerCertificate, rsaKeys } from "../support/tokens.js";

const keys = rsaKeys();
const elliptic = keysFor("ES512");
const edwards = keysFor("EdDSA");
const bytesOf = (text: string) => new Uint8Array(Buffer.from(bare(text), "base64"));

describe("readPemKey", () => {
  test.each([
    ["PKCS #8", keys.pkcs8, "pkcs8", keys.pkcs8],
    ["a private key of PKCS #1", keys.privatePkcs1, "pkcs8", keys.pkcs8],
    ["SPKI", keys.spki, "spki", keys.spki],
    ["a public key of PKCS #1", keys.publicPkcs1, "spki", keys.spki],
    ["PKCS #8 on a curve", elliptic.pkcs8, "pkcs8", elliptic.pkcs8],
    ["SPKI on a curve", elliptic.spki, "spki", elliptic.spki],
    ["SPKI of Ed25519", edwards.spki, "spki", edwards.spki],
  ])("reads %s", (_, text, format, expected) => {
    for (const form of [text, bare(text), text.replaceAll("\n", "\r\n")])
      expect(readPemKey(form)).toStrictEqual({ format, bytes: bytesOf(expected) });
  });

  test("takes the key out of a certificate", () => {
    const key = readPemKey(partnerCertificate);
    expect(key?.format).toBe("spki");
    const { publicKey } = new X509Certificate(bytesOf(partnerCertificate));
    expect(key?.bytes).toStrictEqual(new Uint8Array(publicKey.export({ format: "der", type: "spki" })));
  });

  test("takes no part of a key, and no key with something behind it", () => {
    for (const text of [keys.pkcs8, keys.privatePkcs1, keys.spki, keys.publicPkcs1, partnerCertificate]) {
      const bytes = bytesOf(text);
      for (let length = 0; length < bytes.length; length += 7)
        expect(readPemKey(Buffer.from(bytes.subarray(0, length)).toString("base64"))).toBeUndefined();
      expect(readPemKey(Buffer.concat([bytes, Uint8Array.of(0)]).toString("base64"))).toBeUndefined();
    }
  });

  test("takes nothing else, and never fails", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.base64String(), fc.string({ maxLength: 40, unit: "binary" })),
        (text) => {
          expect(readPemKey(text)).toBeUndefined();
        },
      ),
    );
    const sequence = fc
      .uint8Array({ maxLength: 120 })
      .map((content) => Uint8Array.of(0x30, content.length, ...content));
    fc.assert(
      fc.property(sequence, (bytes) => {
        readPemKey(Buffer.from(bytes).toString("base64"));
      }),
    );
  });
});
