import { rsa } from "../../runtime/crypto/encryption.js";
import { checkPrivateKey } from "./constant-keys.js";
import type { FunctionDefinition } from "./definition.js";
import { of, optional } from "./parameters.js";
import { takesText } from "./takes-text.js";

/** Signed and encrypted XML. */
export const xmlSecurityFunctions: readonly FunctionDefinition[] = [
  {
    name: "verify-xmldsig",
    parameters: of("any"),
    returns: "boolean",
    helper: "verifyXmldsig",
    needsRequest: true,
    check: takesText,
  },
  {
    name: "decrypt-xml",
    parameters: [...of("any", "string"), optional("string")],
    returns: "boolean",
    helper: "decryptXml",
    needsRequest: true,

    check(call, checker) {
      const [data, key, passphrase] = call.arguments;
      takesText({ ...call, arguments: data === undefined ? [] : [data] }, checker);
      checkPrivateKey(key, passphrase, checker.reporter, rsa);
    },
  },
];
