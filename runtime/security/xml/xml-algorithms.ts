import { createHash, createVerify, type KeyLike } from "node:crypto";
import type { HashAlgorithm, SignatureAlgorithm, SignedXml } from "xml-crypto";

/**
 * The algorithms that a signature may use (XML Signature §6.1). There is no HMAC, whose key would be ours, and there
 * are no transforms that compute something.
 */
export const digestMethods: ReadonlySet<string> = new Set([
  "http://www.w3.org/2000/09/xmldsig#sha1",
  "http://www.w3.org/2001/04/xmlenc#sha256",
  "http://www.w3.org/2001/04/xmldsig-more#sha384",
  "http://www.w3.org/2001/04/xmlenc#sha512",
]);

export const signatureMethods: ReadonlySet<string> = new Set([
  "http://www.w3.org/2000/09/xmldsig#rsa-sha1",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha384",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
  "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1",
]);

export const canonicalizationMethods: ReadonlySet<string> = new Set([
  "http://www.w3.org/TR/2001/REC-xml-c14n-20010315",
  "http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments",
  "http://www.w3.org/2001/10/xml-exc-c14n#",
  "http://www.w3.org/2001/10/xml-exc-c14n#WithComments",
]);

export const transforms: ReadonlySet<string> = new Set([
  ...canonicalizationMethods,
  "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
]);

/** Adds the algorithms that the library lacks. */
export function addAlgorithms({ HashAlgorithms, SignatureAlgorithms }: SignedXml): void {
  HashAlgorithms["http://www.w3.org/2001/04/xmldsig-more#sha384"] = Sha384;
  SignatureAlgorithms["http://www.w3.org/2001/04/xmldsig-more#rsa-sha384"] = RsaSha384;
}

class Sha384 implements HashAlgorithm {
  getAlgorithmName(): string {
    return "http://www.w3.org/2001/04/xmldsig-more#sha384";
  }
  getHash(xml: string): string {
    return createHash("sha384").update(xml).digest("base64");
  }
}

class RsaSha384 implements SignatureAlgorithm {
  getAlgorithmName(): string {
    return "http://www.w3.org/2001/04/xmldsig-more#rsa-sha384";
  }
  getSignature(): never {
    throw new Error("Signatures are only verified.");
  }
  verifySignature(material: string, key: KeyLike, signature: string): boolean {
    return createVerify("sha384").update(material).verify(key, signature, "base64");
  }
}
