import { rsa } from "../../../runtime/security/crypto/crypto-functions.js";
import type { FunctionDefinition } from "../../language/function-definition.js";
import { checked, of, optional, text } from "../../language/function-definition.js";
import { takesText } from "../function-parts/arguments.js";
import { checkPrivateKey } from "../function-parts/constant-keys.js";

/** Signed and encrypted XML. */
export const xmlSecurityFunctions: readonly FunctionDefinition[] = [
  {
    name: "verify-xmldsig",
    reads: "outside",
    parameters: of("any"),
    returns: "boolean",
    helper: "verifyXmldsig",
    needsRequest: true,
    check: takesText,
  },
  {
    name: "decrypt-xml",
    reads: "outside",
    parameters: [...of("any", checked), optional(text)],
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
