import type { CipherGCMTypes } from "node:crypto";
import { decodeBase64 } from "../../base/base64.js";
import type { XmlDocument, XmlElement } from "../../data/xml/xml-node.js";
import { CryptoError } from "../crypto/crypto-errors.js";
import {
  algorithmOf,
  attributeOf,
  childrenNamed,
  elementsBelow,
  elementsOf,
  isNamed,
  unsupported,
} from "./elements.js";
import { signatureNamespace } from "./xml-signature.js";

const namespace = "http://www.w3.org/2001/04/xmlenc#";
const namespace11 = "http://www.w3.org/2009/xmlenc11#";

export interface EncryptedData {
  readonly element: XmlElement;
  /** The kind of thing that the encrypted data stands for. */
  readonly type: "element" | "content";
  readonly cipher: Cipher;
  readonly bytes: Uint8Array;
  readonly key: EncryptedKey;
}

/** A method for data (XML Encryption §5.2) as OpenSSL names it. The initialization vector comes before the data. */
export type Cipher =
  | { readonly mode: "cbc"; readonly name: string; readonly vectorBytes: number }
  | { readonly mode: "gcm"; readonly name: CipherGCMTypes; readonly vectorBytes: number };

/** A key that is encrypted by RSA-OAEP (RFC 8017 §7.1). */
export interface EncryptedKey {
  readonly bytes: Uint8Array;
  readonly label: Uint8Array;
  /** The hash of the label. */
  readonly digest: string;
  /** The hash that makes the mask (MGF1). */
  readonly mask: string;
}

const ciphers: ReadonlyMap<string, Cipher> = new Map([
  [`${namespace}tripledes-cbc`, { mode: "cbc", name: "des-ede3-cbc", vectorBytes: 8 }],
  [`${namespace}aes128-cbc`, { mode: "cbc", name: "aes-128-cbc", vectorBytes: 16 }],
  [`${namespace}aes256-cbc`, { mode: "cbc", name: "aes-256-cbc", vectorBytes: 16 }],
  [`${namespace11}aes128-gcm`, { mode: "gcm", name: "aes-128-gcm", vectorBytes: 12 }],
  [`${namespace11}aes256-gcm`, { mode: "gcm", name: "aes-256-gcm", vectorBytes: 12 }],
]);

/** The method for keys that always makes the mask with SHA-1. */
const oaepWithSha1 = `${namespace}rsa-oaep-mgf1p`;

/**
 * Methods for keys (XML Encryption §5.5), without RSA 1.5: whoever can ask often enough could decrypt without the key.
 */
const keyMethods: ReadonlySet<string> = new Set([oaepWithSha1, `${namespace11}rsa-oaep`]);

/** Systems disagree on the namespace of a digest. The name means the same in all of them. */
const digestMethod =
  /^http:\/\/www\.w3\.org\/20(?:00\/09\/xmldsig|01\/04\/xmldsig-more|01\/04\/xmlenc)#(sha(?:1|224|256|384|512))$/;

/** The second form is in an example of the recommendation (§5.5.2). */
const maskMethod =
  /^http:\/\/www\.w3\.org\/(?:2009\/xmlenc11#mgf1|2001\/04\/xmlenc#MGF1with)(sha(?:1|224|256|384|512))$/i;

const types: ReadonlyMap<string, EncryptedData["type"]> = new Map([
  [`${namespace}Element`, "element"],
  [`${namespace}Content`, "content"],
]);

/**
 * The first encrypted data in the tree.
 * @throws CryptoError
 */
export function encryptedDataIn(tree: XmlDocument | XmlElement): EncryptedData {
  const element = elementsBelow(tree).find((one) => isNamed(one, namespace, "EncryptedData"));
  if (element === undefined) throw new CryptoError("There is no EncryptedData.");
  const type = types.get(attributeOf(element, "Type") ?? "");
  if (type === undefined)
    throw new CryptoError("The encrypted data is neither an element nor the content of one.");
  const key = keyIn(encryptedKey(element));
  const method = algorithmOf(child(element, "EncryptionMethod"));
  const cipher = ciphers.get(method);
  if (cipher === undefined) throw unsupported("The data is encrypted in a way", method);
  const bytes = cipherValue(element);
  // Behind the data is a tag of 16 bytes, or what fills the last block.
  if (bytes.length < cipher.vectorBytes + (cipher.mode === "gcm" ? 16 : cipher.vectorBytes))
    throw new CryptoError("The encrypted data is too short.");
  return { element, type, cipher, bytes, key };
}

function keyIn(element: XmlElement): EncryptedKey {
  const method = child(element, "EncryptionMethod");
  const algorithm = algorithmOf(method);
  if (!keyMethods.has(algorithm)) throw unsupported("The key is encrypted in a way", algorithm);
  const hash = (name: string, known: RegExp): string => {
    const named = parameterOf(method, name);
    if (named === undefined) return "sha1";
    const found = known.exec(algorithmOf(named))?.[1]?.toLowerCase();
    if (found === undefined || (name === "MGF" && algorithm === oaepWithSha1 && found !== "sha1"))
      throw unsupported("The key is encrypted with a hash", algorithmOf(named));
    return found;
  };
  return {
    bytes: cipherValue(element),
    label: bytesOf(parameterOf(method, "OAEPparams")),
    digest: hash("DigestMethod", digestMethod),
    mask: hash("MGF", maskMethod),
  };
}

/** The encrypted key is in the data itself, or anywhere in the document if the data refers to it. */
function encryptedKey(data: XmlElement): XmlElement {
  const keyInfos = childrenNamed(data, signatureNamespace, "KeyInfo");
  const [nested] = keyInfos.flatMap((one) => childrenNamed(one, namespace, "EncryptedKey"));
  if (nested !== undefined) return nested;
  const [method] = keyInfos.flatMap((one) => childrenNamed(one, signatureNamespace, "RetrievalMethod"));
  const uri = method && attributeOf(method, "URI");
  const [key, other] =
    uri === undefined
      ? []
      : elementsBelow(data.document).filter(
          (one) => isNamed(one, namespace, "EncryptedKey") && `#${attributeOf(one, "Id")}` === uri,
        );
  if (key === undefined || other !== undefined)
    throw new CryptoError("The encrypted data does not say its key.");
  return key;
}

/** Its namespace does not count: each is in another one, and some systems write none. */
function parameterOf(method: XmlElement, name: string): XmlElement | undefined {
  return elementsOf(method).find(({ localName }) => localName === name);
}

function cipherValue(element: XmlElement): Uint8Array {
  return bytesOf(child(child(element, "CipherData"), "CipherValue"));
}

function bytesOf(element: XmlElement | undefined): Uint8Array {
  return decodeBase64(element?.toText() ?? "", false) ?? new Uint8Array();
}

function child(parent: XmlElement, name: string): XmlElement {
  const [first] = childrenNamed(parent, namespace, name);
  if (first === undefined) throw new CryptoError(`The encrypted data lacks ${name}.`);
  return first;
}
