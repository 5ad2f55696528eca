import { CryptoError } from "../crypto/errors.js";
import type { Node } from "../data-model/node.js";
import type { XmlElement } from "../xml/node.js";
import { canonicalizationMethods, digestMethods, signatureMethods, transforms } from "./algorithms.js";
import { attributeOf, childrenNamed, elementsOf, isNamed } from "./elements.js";

export const signatureNamespace = "http://www.w3.org/2000/09/xmldsig#";

/** A signature of which everything is known that it may consist of. */
export interface Signature {
  readonly element: XmlElement;
  readonly keyInfo: XmlElement;
  /** The place, among the references, of the one to the signed element. */
  readonly reference: number;
}

/** References other than the one to the element: to signed properties, for instance. */
const maxReferences = 10;
const maxTransforms = 4;

/**
 * The signature in the element, if it is of this very element, and if no other could be taken for it.
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

/** The child of the element, or else what there is further below. Signatures in signed parts are none of ours. */
function signatureElements(signed: XmlElement): readonly XmlElement[] {
  const children = childrenNamed(signed, signatureNamespace, "Signature");
  return children.length > 0 ? children : signaturesBelow(signed);
}

function signaturesBelow(top: XmlElement): readonly XmlElement[] {
  const found: XmlElement[] = [];
  const pending = [top];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (isNamed(node, signatureNamespace, "Signature")) found.push(node);
    else pending.push(...elementsOf(node));
  }
  return found;
}

function only<T>(found: readonly T[], what: string): T {
  const [first, second] = found;
  if (first === undefined) throw new CryptoError(`There is no ${what}.`);
  if (second !== undefined) throw new CryptoError(`There is more than one ${what}.`);
  return first;
}

/** XML Signature §4.1: nothing may stand where a reader could take it for something else. */
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
  if (!known.has(attributeOf(element, "Algorithm") ?? ""))
    throw new CryptoError(`The signature has a ${name} that is not supported.`);
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

/** XML Signature §4.3.3.2: the whole document, or the element with the ID. */
function refersTo(reference: XmlElement, signed: XmlElement): boolean {
  const uri = attributeOf(reference, "URI");
  if (uri === "") return signed.parent === signed.document;
  return signed.attributes.some((attribute) => isId(attribute) && uri === `#${attribute.toText()}`);
}

/** Those that the library looks for; without a DTD, no other attribute is one. */
function isId({ localName }: Node): boolean {
  return /^(?:Id|ID|id)$/.test(localName);
}
