import { createPublicKey, type KeyObject } from "node:crypto";
import { SignedXml } from "xml-crypto";
import { counted } from "../../base/counted.js";
import type { Found } from "../../data/model/values.js";
import { parseXml } from "../../data/xml/parse-xml.js";
import { XmlElement } from "../../data/xml/xml-node.js";
import { xmlText } from "../../data/xml/xml-text.js";
import type { Context } from "../../request/context.js";
import { attempt, CryptoError } from "../crypto/crypto-errors.js";
import { rsa } from "../crypto/crypto-functions.js";
import { publicKey } from "../crypto/crypto-keys.js";
import { childrenNamed, elementOf, elementsBelow, hasSameContent, treeOf } from "./elements.js";
import { addAlgorithms } from "./xml-algorithms.js";
import { type Signature, signatureNamespace, signatureOf } from "./xml-signature.js";

/**
 * `verify-xmldsig()`: whether the element, as it is, was signed with the key that its signature names. The caller has
 * to find out whose key that is. A signature that cannot be verified is logged with the reason; a wrong one is not.
 */
export const verifyXmldsig = counted({ units: 8, call: 10_000 }, ($: Context, source: Found): boolean => {
  return attempt($, "verify-xmldsig", false, "The signature cannot be verified.", () => {
    const element = elementOf(treeOf(source));
    checkSize(element);
    const signature = signatureOf(element);
    const canonical = signedText(element, signature);
    if (canonical === undefined) return false;
    const { documentElement } = parseXml(canonical);
    if (documentElement !== undefined && hasSameContent(element, documentElement, signature.element))
      return true;
    throw new CryptoError("The signature does not cover everything in the element.");
  });
});

/** The canonical form of the element without its signature, if that is what was signed. */
function signedText(element: XmlElement, signature: Signature): string | undefined {
  const key = signingKey(signature).export({ type: "spki", format: "pem" });
  const verifier = new SignedXml({ publicCert: key });
  addAlgorithms(verifier);
  verifier.loadSignature(portable(signature.element));
  return isValid(verifier, portable(element))
    ? verifier.getSignedReferences()[signature.reference]
    : undefined;
}

/** With a callback, which is called before it returns, the library does not throw if the signature does not fit. */
function isValid(verifier: SignedXml, text: string): boolean {
  let isSigned = false;
  verifier.checkSignature(text, (_, isValid) => {
    isSigned = isValid === true;
  });
  return isSigned;
}

/** The element as XML that all parsers read alike; that of the library takes two more characters for line breaks. */
function portable(element: XmlElement): string {
  const text = xmlText(element, false);
  checkLength(text);
  return text.replace(/[\u0085\u2028]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Within these limits, the library takes a quarter of a second at most to verify a signature. */
const maxNodes = 4_000;
const maxDepth = 200;
const maxLength = 4 * 1024 * 1024;

/** @throws CryptoError if the element is too big to verify */
function checkSize(element: XmlElement): void {
  measure(element, 1, element.namespaces.length);
}

/** @throws CryptoError if the element is too long as text */
function checkLength(text: string): void {
  if (text.length > maxLength) throw new CryptoError(`The element has more than ${maxLength} characters.`);
}

/** How many nodes the element has, added to those `before` it. */
function measure(element: XmlElement, depth: number, before: number): number {
  if (depth > maxDepth) throw new CryptoError(`The element nests deeper than ${maxDepth} levels.`);
  const { attributes, children, declared } = element;
  let nodes = before + attributes.length + children.length + (declared?.size ?? 0);
  if (nodes > maxNodes) throw new CryptoError(`The element has more than ${maxNodes} nodes.`);
  for (const child of children) {
    if (child instanceof XmlElement) nodes = measure(child, depth + 1, nodes);
  }
  return nodes;
}

/**
 * The RSA key that a signature says it was made with (XML Signature §4.5): the key of the first certificate or, without
 * one, the key value.
 * @throws CryptoError
 */
function signingKey({ element, keyInfo }: Signature): KeyObject {
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
