import { SignedXml } from "xml-crypto";
import { counted } from "../../base/counted.js";
import type { Found } from "../../data/model/values.js";
import { parseXml } from "../../data/xml/parse-xml.js";
import type { XmlElement } from "../../data/xml/xml-node.js";
import { xmlText } from "../../data/xml/xml-text.js";
import type { Context } from "../../request/context.js";
import { attempt, CryptoError } from "../crypto/crypto-errors.js";
import { elementOf, hasSameContent, treeOf } from "./elements.js";
import { checkLength, checkSize } from "./limits.js";
import { signingKey } from "./signing-key.js";
import { addAlgorithms } from "./xml-algorithms.js";
import { type Signature, signatureOf } from "./xml-signature.js";

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
