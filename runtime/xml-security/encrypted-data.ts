import { CryptoError } from "../crypto/errors.js";
import { decodeBase64 } from "../text/base64.js";
import type { XmlDocument, XmlElement } from "../xml/node.js";
import { xmlText } from "../xml/text.js";
import { attributeOf, childrenNamed, elementsBelow, isNamed } from "./elements.js";
import { signatureNamespace } from "./signature.js";

const namespace = "http://www.w3.org/2001/04/xmlenc#";

export interface EncryptedData {
  readonly element: XmlElement;
  /** What it stands in the place of. */
  readonly type: "element" | "content";
  /** The data and the key, without anything else, for the library. */
  readonly text: string;
}

/** XML Encryption §5.2; by how many bytes the ciphertext is longer than the data, at least. */
const dataMethods: ReadonlyMap<string, number> = new Map([
  [`${namespace}tripledes-cbc`, 16],
  [`${namespace}aes128-cbc`, 32],
  [`${namespace}aes256-cbc`, 32],
  ["http://www.w3.org/2009/xmlenc11#aes128-gcm", 28],
  ["http://www.w3.org/2009/xmlenc11#aes256-gcm", 28],
]);

/** XML Encryption §5.5. Not RSA 1.5, which lets one who can ask often enough decrypt without the key. */
const keyMethods: ReadonlySet<string> = new Set([
  `${namespace}rsa-oaep-mgf1p`,
  "http://www.w3.org/2009/xmlenc11#rsa-oaep",
]);

const types: ReadonlyMap<string, EncryptedData["type"]> = new Map([
  [`${namespace}Element`, "element"],
  [`${namespace}Content`, "content"],
]);

/**
 * The first encrypted data at or below the node.
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

/** In the data itself, or anywhere in the document where the data says so. */
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
