import { sign, verify } from "node:crypto";
import { decodeBase64, encodeBase64 } from "../../base/base64.js";
import { encodeBytes } from "../../base/byte-string.js";
import { counted } from "../../base/counted.js";
import type { Context } from "../../request/context.js";
import { attempt } from "./crypto-errors.js";
import { privateKey, publicKey, stepsPerCall } from "./crypto-keys.js";
import { digestOf } from "./digests.js";

const defaultAlgorithm = "SHA256";

/** `calc-signature()`: the signature in Base64. Empty, and an alert, if it fails. */
export const calcSignature = counted(
  { units: 8, call: stepsPerCall },
  ($: Context, data: string, key: string, passphrase = "", algorithm = defaultAlgorithm): string => {
    return attempt($, "calc-signature", "", "The key cannot sign with this algorithm.", () => {
      const signature = sign(digestOf(algorithm), encodeBytes(data), privateKey(key, passphrase));
      return encodeBase64(signature);
    });
  },
);

/** `verify-signature()`: whether the signature fits. An alert says so if the key or the algorithm cannot be used. */
export const verifySignature = counted(
  { units: 8, call: stepsPerCall },
  ($: Context, signature: string, data: string, key: string, algorithm = defaultAlgorithm): boolean => {
    return attempt($, "verify-signature", false, "The key cannot verify with this algorithm.", () => {
      const bytes = decodeBase64(signature, false) ?? new Uint8Array();
      return verify(digestOf(algorithm), encodeBytes(data), publicKey(key), bytes);
    });
  },
);
