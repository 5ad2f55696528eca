import { CryptoError } from "../crypto/errors.js";
import { decodeBase64 } from "../text/base64.js";
import type { XmlDocument, XmlElement } from "../xml/node.js";
import { xmlText } from "../xml/text.js";
import { attributeOf, childrenNamed, elementsBelow, isNamed } from "./elements.js";
import { signatureNamespace } from "./signature.js";

const namespace = "http://www.w3.org/2001/04/xmlenc#";

export interface EncryptedData {
  readonly element: XmlElement;
  /** What the encrypted data stands for. */
  readonly type: "element" | "content";
  /** The data and the key as XML without anything else, for the library. */
  readonly text: string;
}

/**
 * Methods for data (XML Encryption §5.2), with the least number of bytes by which the ciphertext is longer than the
 * data.
 */
const dataMethods: ReadonlyMap<string, number> = new Map([
  [`${namespace}tripledes-cbc`, 16],
  [`${namespace}aes128-cbc`, 32],
  [`${namespace}aes256-cbc`, 32],
  ["http://www.w3.org/2009/xmlenc11#aes128-gcm", 28],
  ["http://www.w3.org/2009/xmlenc11#aes256-gcm", 28],
]);

/**
 * Methods for keys (XML Encryption §5.5), without RSA 1.5: whoever can ask often enough could decrypt without the key.
 */
const keyMethods: ReadonlySet<string> = new Set([
  `${namespace}rsa-oaep-mgf1p`,
  "http://www.w3.org/2009/xmlenc11#rsa-oaep",
]);

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
  return { element, type, text: text(element) };
}

function text(data: XmlElement): string {
  const key = encryptedKey(data);
  if (!keyMethods.has(methodOf(key)))
    throw new CryptoError("The key is encrypted in a way that is not supported.");
  const leastBytes = dataMethods.get(methodOf(data));
  if (leastBytes === undefined)
    throw new CryptoError("The data is encrypted in a way that is not supported.");
  const bytes = decodeBase64(child(child(data, "CipherData"), "CipherValue").toText(), false);
  if (bytes === undefined || bytes.length < leastBytes)
    throw new CryptoError("The encrypted data is too short.");
  const parts = [child(data, "EncryptionMethod"), child(data, "CipherData")].map((one) =>
    xmlText(one, false),
  );
  return `<EncryptedData><KeyInfo>${xmlText(key, false)}</KeyInfo>${parts.join("")}</EncryptedData>`;
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

function methodOf(element: XmlElement): string {
  return attributeOf(child(element, "EncryptionMethod"), "Algorithm") ?? "";
}

function child(parent: XmlElement, name: string): XmlElement {
  const [first] = childrenNamed(parent, namespace, name);
  if (first === undefined) throw new CryptoError(`The encrypted data lacks ${name}.`);
  return first;
}
