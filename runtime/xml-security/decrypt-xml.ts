import type { KeyObject } from "node:crypto";
import { decrypt } from "xml-encryption";
import { rsa } from "../crypto/encryption.js";
import { attempt, CryptoError } from "../crypto/errors.js";
import { privateKey } from "../crypto/keys.js";
import type { Node } from "../data-model/node.js";
import type { Found } from "../data-model/values.js";
import type { Context } from "../flow/context.js";
import { counted } from "../limits/counted.js";
import { WorkLimitError } from "../limits/work.js";
import { XmlElement } from "../xml/node.js";
import { parseXml } from "../xml/parse.js";
import { replaceElement } from "../xml/replace-element.js";
import { xmlText } from "../xml/text.js";
import { treeOf } from "./elements.js";
import { type EncryptedData, encryptedDataIn } from "./encrypted-data.js";

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

function decryptedText({ text }: EncryptedData, key: KeyObject): string {
  let decrypted: string | undefined;
  const options = {
    key: key.export({ type: "pkcs8", format: "pem" }),
    // Most systems use AES-CBC, which the library calls insecure.
    disallowDecryptionWithInsecureAlgorithm: false,
    warnInsecureAlgorithm: false,
  };
  decrypt(text, options, (_, result) => {
    decrypted = result;
  });
  if (decrypted === undefined)
    throw new CryptoError("The encrypted data was not made for this key, or was changed.");
  return decrypted;
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
