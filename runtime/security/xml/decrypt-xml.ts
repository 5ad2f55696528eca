import { constants, createDecipheriv, type Decipher, type KeyObject, privateDecrypt } from "node:crypto";
import { privateDecryptOaep } from "xml-encryption/lib/oaep.js";
import { counted } from "../../base/counted.js";
import { WorkLimitError } from "../../base/work.js";
import type { Node } from "../../data/model/node.js";
import type { Found } from "../../data/model/values.js";
import { parseXml } from "../../data/xml/parse-xml.js";
import { replaceElement } from "../../data/xml/replace-element.js";
import { XmlElement } from "../../data/xml/xml-node.js";
import { xmlText } from "../../data/xml/xml-text.js";
import { joinBytes } from "../../http/body-bytes.js";
import type { Context } from "../../request/context.js";
import { attempt, CryptoError } from "../crypto/crypto-errors.js";
import { rsa } from "../crypto/crypto-functions.js";
import { privateKey } from "../crypto/crypto-keys.js";
import { treeOf } from "./elements.js";
import { type Cipher, type EncryptedData, type EncryptedKey, encryptedDataIn } from "./encrypted-data.js";

/** `decrypt-xml()`: puts the decrypted nodes in place of the encrypted data. False, and an alert, if it fails. */
export const decryptXml = counted(
  { units: 8, call: 10_000 },
  ($: Context, source: Found, key: string, passphrase = ""): boolean => {
    return attempt($, "decrypt-xml", false, "The encrypted data cannot be decrypted.", () => {
      const tree = treeOf(source);
      if (tree.document.isShared) throw new CryptoError("A file of the flow directory cannot be changed.");
      const data = encryptedDataIn(tree);
      const text = decryptedText(data, rsa(privateKey(key, passphrase)));
      replaceElement(data.element, nodesOf(text, data));
      return true;
    });
  },
);

/** One error for all that can fail: a closer reason would help those who try to decrypt without the key. */
function decryptedText({ cipher, bytes, key }: EncryptedData, privateKey: KeyObject): string {
  try {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(
      decryptedBytes(cipher, bytes, decryptedKey(key, privateKey)),
    );
  } catch {
    throw new CryptoError("The encrypted data was not made for this key, or was changed.");
  }
}

/** Node can only take one hash for both uses. */
function decryptedKey({ bytes, digest, mask, label }: EncryptedKey, key: KeyObject): Uint8Array {
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  if (digest === mask) return privateDecrypt({ key, padding, oaepHash: digest, oaepLabel: label }, bytes);
  const options = { oaepHash: digest, mgf1Hash: mask, oaepLabel: label };
  return privateDecryptOaep(key.export({ type: "pkcs8", format: "pem" }), bytes, options);
}

function decryptedBytes(cipher: Cipher, bytes: Uint8Array, key: Uint8Array): Uint8Array {
  const vector = bytes.subarray(0, cipher.vectorBytes);
  if (cipher.mode === "gcm") {
    const decipher = createDecipheriv(cipher.name, key, vector);
    decipher.setAuthTag(bytes.subarray(-16));
    return whole(decipher, bytes.subarray(cipher.vectorBytes, -16));
  }
  const decipher = createDecipheriv(cipher.name, key, vector);
  decipher.setAutoPadding(false); // only the last byte of the padding says something (XML Encryption §5.2)
  const padded = whole(decipher, bytes.subarray(cipher.vectorBytes));
  const padding = padded.at(-1) ?? 0;
  if (padding < 1 || padding > cipher.vectorBytes) throw new RangeError("There is no padding.");
  return padded.subarray(0, -padding);
}

function whole(decipher: Decipher, bytes: Uint8Array): Uint8Array {
  const [first, last] = [decipher.update(bytes), decipher.final()];
  return joinBytes([first, last], first.length + last.length);
}

/** The decrypted nodes, parsed with the namespaces of the place where they will stand (XML Encryption §4.3.3). */
function nodesOf(text: string, { element: { parent }, type }: EncryptedData): readonly Node[] {
  const declarations = parent.namespaces
    .filter(({ name }) => name !== "xml")
    .map((one) => ` ${xmlText(one, false)}`);
  const content = text.replace(/^\s*<\?xml\s[^>]*\?>/, "");
  const nodes = parsed(`<parent${declarations.join("")}>${content}</parent>`);
  if (type === "content" && parent instanceof XmlElement) return nodes;
  const elements = nodes.filter((node) => node.type === "element");
  const others = nodes.filter((node) => node.type !== "element");
  if (elements.length !== 1 || others.some((node) => node.toText().trim() !== ""))
    throw new CryptoError("The decrypted data is not one element.");
  return elements;
}

function parsed(text: string): readonly Node[] {
  try {
    return parseXml(text).documentElement?.children ?? [];
  } catch (error) {
    if (error instanceof WorkLimitError) throw error;
    // A closer reason would tell something about the data.
    throw new CryptoError("The decrypted data is no XML that can stand here.");
  }
}
