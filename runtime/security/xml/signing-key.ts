import { createPublicKey, type KeyObject } from "node:crypto";
import type { XmlElement } from "../../data/xml/xml-node.js";
import { CryptoError } from "../crypto/crypto-errors.js";
import { rsa } from "../crypto/crypto-functions.js";
import { publicKey } from "../crypto/crypto-keys.js";
import { childrenNamed, elementsBelow } from "./elements.js";
import { type Signature, signatureNamespace } from "./xml-signature.js";

/**
 * The RSA key that a signature says it was made with (XML Signature §4.5): the key of the first certificate or, without
 * one, the key value.
 * @throws CryptoError
 */
export function signingKey({ element, keyInfo }: Signature): KeyObject {
  const [certificate] = below(keyInfo, "X509Data", "X509Certificate");
  const firstNamed = elementsBelow(element).find(({ localName }) => localName === "X509Certificate");
  // Readers may look for a certificate by its name alone: they must find the same one.
  if (firstNamed !== certificate) throw new CryptoError("The certificate is not where it should be.");
  if (certificate !== undefined) return rsa(publicKey(certificate.toText()));
  const [value] = below(keyInfo, "KeyValue", "RSAKeyValue");
  if (value === undefined) throw new CryptoError("The signature has neither a certificate nor an RSA key.");
  return keyOf(value);
}

function below(top: XmlElement, ...names: readonly string[]): readonly XmlElement[] {
  return names.reduce<readonly XmlElement[]>(
    (found, name) => found.flatMap((one) => childrenNamed(one, signatureNamespace, name)),
    [top],
  );
}

function keyOf(value: XmlElement): KeyObject {
  const [n, e] = ["Modulus", "Exponent"].map((name) => base64Url(below(value, name)[0]?.toText() ?? ""));
  const unusable = new CryptoError("The RSA key in the signature cannot be used.");
  if (!n || !e) throw unusable;
  try {
    return createPublicKey({ key: { kty: "RSA", n, e }, format: "jwk" });
  } catch {
    throw unusable;
  }
}

function base64Url(base64: string): string {
  return base64
    .replace(/[\s=]+/g, "")
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
