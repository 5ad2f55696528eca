/** RSA keys in all their forms, and what only looks like one. */
import { X509Certificate } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readRsaKey } from "../../runtime/jwt/rsa-key.js";
import { bare, partnerCertificate, rsaKeys } from "../support/tokens.js";

const keys = rsaKeys();
const bytesOf = (text: string) => new Uint8Array(Buffer.from(bare(text), "base64"));

describe("readRsaKey", () => {
  test.each([
    ["PKCS #8", keys.pkcs8, "pkcs8", keys.pkcs8],
    ["a private key of PKCS #1", keys.privatePkcs1, "pkcs8", keys.pkcs8],
    ["SPKI", keys.spki, "spki", keys.spki],
    ["a public key of PKCS #1", keys.publicPkcs1, "spki", keys.spki],
  ])("reads %s", (_, text, format, expected) => {
    for (const form of [text, bare(text), text.replaceAll("\n", "\r\n")])
      expect(readRsaKey(form)).toStrictEqual({ format, bytes: bytesOf(expected) });
  });

  test("takes the key out of a certificate", () => {
    const key = readRsaKey(partnerCertificate);
    expect(key?.format).toBe("spki");
    const { publicKey } = new X509Certificate(bytesOf(partnerCertificate));
    expect(key?.bytes).toStrictEqual(new Uint8Array(publicKey.export({ format: "der", type: "spki" })));
  });

  test("takes no part of a key, and no key with something behind it", () => {
    for (const text of [keys.pkcs8, keys.privatePkcs1, keys.spki, keys.publicPkcs1, partnerCertificate]) {
      const bytes = bytesOf(text);
      for (let length = 0; length < bytes.length; length += 7)
        expect(readRsaKey(Buffer.from(bytes.subarray(0, length)).toString("base64"))).toBeUndefined();
      expect(readRsaKey(Buffer.concat([bytes, Uint8Array.of(0)]).toString("base64"))).toBeUndefined();
    }
  });

  test("takes nothing else, and never fails", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.base64String(), fc.string({ maxLength: 40, unit: "binary" })),
        (text) => {
          expect(readRsaKey(text)).toBeUndefined();
        },
      ),
    );
    const sequence = fc
      .uint8Array({ maxLength: 120 })
      .map((content) => Uint8Array.of(0x30, content.length, ...content));
    fc.assert(
      fc.property(sequence, (bytes) => {
        readRsaKey(Buffer.from(bytes).toString("base64"));
      }),
    );
  });
});
