import { pushAll } from "../../base/push-all.js";
import type { Node } from "../../data/model/node.js";
import type { XmlElement } from "../../data/xml/xml-node.js";
import { CryptoError } from "../crypto/crypto-errors.js";
import { algorithmOf, attributeOf, childrenNamed, elementsOf, isNamed, unsupported } from "./elements.js";
import { canonicalizationMethods, digestMethods, signatureMethods, transforms } from "./xml-algorithms.js";

export const signatureNamespace = "http://www.w3.org/2000/09/xmldsig#";

/** A signature whose parts are all known. */
export interface Signature {
  readonly element: XmlElement;
  readonly keyInfo: XmlElement;
  /** The index of the reference to the signed element. */
  readonly reference: number;
}

/** How many further references there may be, such as one to signed properties. */
const maxReferences = 10;
const maxTransforms = 4;

/**
 * The signature in the element, if it signs this very element, and no other could be taken for it.
 * @throws CryptoError
 */
export function signatureOf(signed: XmlElement): Signature {
  const element = only(signatureElements(signed), "signature in the element");
  const [signedInfo, keyInfo] = parts(element);
  const [canonicalization, method, ...references] = elementsOf(signedInfo);
  checkMethod(canonicalization, "CanonicalizationMethod", canonicalizationMethods);
  checkMethod(method, "SignatureMethod", signatureMethods);
  if (references.length > maxReferences) throw new CryptoError("The signature has too many references.");
  references.forEach(checkReference);
  const own = references.filter((one) => refersTo(one, signed));
  return { element, keyInfo, reference: references.indexOf(only(own, "reference to the element")) };
}

/**
 * Signatures that are children of the element or, if there are none, anywhere inside it. Those inside other signed
 * parts do not count.
 */
function signatureElements(signed: XmlElement): readonly XmlElement[] {
  const children = childrenNamed(signed, signatureNamespace, "Signature");
  return children.length > 0 ? children : signaturesBelow(signed);
}

function signaturesBelow(top: XmlElement): readonly XmlElement[] {
  const found: XmlElement[] = [];
  const pending = [top];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (isNamed(node, signatureNamespace, "Signature")) found.push(node);
    else pushAll(pending, elementsOf(node));
  }
  return found;
}

function only<T>(found: readonly T[], what: string): T {
  const [first, second] = found;
  if (first === undefined) throw new CryptoError(`There is no ${what}.`);
  if (second !== undefined) throw new CryptoError(`There is more than one ${what}.`);
  return first;
}

/** The parts of a signature (XML Signature §4.1). Nothing may stand where a reader could take it for another part. */
function parts(signature: XmlElement): readonly [XmlElement, XmlElement] {
  const [signedInfo, value, keyInfo, ...objects] = elementsOf(signature);
  const isComplete =
    isPart(signedInfo, "SignedInfo") &&
    isPart(value, "SignatureValue") &&
    isPart(keyInfo, "KeyInfo") &&
    objects.every((one) => isPart(one, "Object"));
  if (!isComplete)
    throw new CryptoError("The signature does not consist of SignedInfo, SignatureValue and KeyInfo.");
  return [signedInfo, keyInfo];
}

function isPart(element: XmlElement | undefined, name: string): element is XmlElement {
  return element !== undefined && isNamed(element, signatureNamespace, name);
}

function checkMethod(element: XmlElement | undefined, name: string, known: ReadonlySet<string>): void {
  if (!isPart(element, name)) throw new CryptoError(`The signature lacks ${name}.`);
  const algorithm = algorithmOf(element);
  if (!known.has(algorithm)) throw unsupported(`The signature has a ${name}`, algorithm);
}

function checkReference(reference: XmlElement): void {
  const [first, ...rest] = elementsOf(reference);
  const hasTransforms = isPart(first, "Transforms");
  const [method, value, ...others] = hasTransforms ? rest : [first, ...rest];
  if (!isPart(reference, "Reference") || !isPart(value, "DigestValue") || others.length > 0)
    throw new CryptoError("The signature has a reference with other parts than it should have.");
  checkMethod(method, "DigestMethod", digestMethods);
  const steps = hasTransforms ? elementsOf(first) : [];
  if (steps.length > maxTransforms)
    throw new CryptoError("The signature has a reference with too many transforms.");
  for (const step of steps) checkMethod(step, "Transform", transforms);
  if (!/^(?:$|#)/.test(attributeOf(reference, "URI") ?? "none"))
    throw new CryptoError("The signature refers to something outside of the document.");
}

/**
 * Returns true if a reference is to the whole document or the element with that ID (XML Signature §4.3.3.2).
 */
function refersTo(reference: XmlElement, signed: XmlElement): boolean {
  const uri = attributeOf(reference, "URI");
  if (uri === "") return signed.parent === signed.document;
  return signed.attributes.some((attribute) => isId(attribute) && uri === `#${attribute.toText()}`);
}

/** The attributes that the library takes for IDs; without a DTD, no others are. */
function isId({ localName }: Node): boolean {
  return /^(?:Id|ID|id)$/.test(localName);
}
