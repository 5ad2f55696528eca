import { constants, type KeyObject, privateDecrypt, publicEncrypt } from "node:crypto";
import { decodeBase64, encodeBase64 } from "../../base/base64.js";
import { decodeBytes, encodeBytes } from "../../base/byte-string.js";
import { counted } from "../../base/counted.js";
import type { Context } from "../../request/context.js";
import { attempt, KeyError } from "./crypto-errors.js";
import { privateKey, publicKey, stepsPerCall } from "./crypto-keys.js";

/** RSAES-OAEP (RFC 8017 §7.1) with its default parameters, which is what OpenSSL means by OAEP. */
const scheme = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha1" } as const;

/** `encrypt()`: the ciphertext in Base64. Empty, and an alert, if it fails. */
export const encrypt = counted(
  { units: 8, call: stepsPerCall },
  ($: Context, data: string, key: string): string => {
    return attempt($, "encrypt", "", "The data is too long for the key.", () =>
      encodeBase64(publicEncrypt({ key: rsa(publicKey(key)), ...scheme }, encodeBytes(data))),
    );
  },
);

/** `decrypt()`: the data, with bytes that are no UTF-8 as in `base64-decode()`. Empty, and an alert, if it fails. */
export const decrypt = counted(
  { units: 8, call: stepsPerCall },
  ($: Context, ciphertext: string, key: string, passphrase = ""): string => {
    return attempt($, "decrypt", "", "The ciphertext was not made for this key.", () => {
      const bytes = decodeBase64(ciphertext, false) ?? new Uint8Array();
      return decodeBytes(privateDecrypt({ key: rsa(privateKey(key, passphrase)), ...scheme }, bytes));
    });
  },
);

/** @throws KeyError if the key can only sign */
export function rsa(key: KeyObject): KeyObject {
  const type = key.asymmetricKeyType;
  if (type !== "rsa") throw new KeyError(`an RSA key is needed, but this one is of the type ${type}`);
  return key;
}
