import { rsa } from "../../../runtime/security/crypto/crypto-functions.js";
import type { FunctionDefinition } from "../../language/function-definition.js";
import { checked, of, optional, text } from "../../language/function-definition.js";
import { checkAlgorithm, checkPrivateKey, checkPublicKey } from "../function-parts/constant-keys.js";
import { passphrase } from "../function-parts/constants.js";

/** Signatures and encryption with keys in PEM. */
export const cryptographyFunctions: readonly FunctionDefinition[] = [
  {
    name: "calc-signature",
    reads: "outside",
    parameters: [...of(text, checked), optional(passphrase), optional(checked)],
    returns: "string",
    helper: "calcSignature",
    needsRequest: true,

    check({ arguments: [, key, passphrase, algorithm] }, { reporter }) {
      checkPrivateKey(key, passphrase, reporter);
      checkAlgorithm(algorithm, reporter);
    },
  },
  {
    name: "verify-signature",
    reads: "outside",
    parameters: [...of(text, text, checked), optional(checked)],
    returns: "boolean",
    helper: "verifySignature",
    needsRequest: true,

    check({ arguments: [, , key, algorithm] }, { reporter }) {
      checkPublicKey(key, reporter);
      checkAlgorithm(algorithm, reporter);
    },
  },
  {
    name: "encrypt",
    reads: "outside",
    parameters: of(text, checked),
    returns: "string",
    helper: "encrypt",
    needsRequest: true,

    check({ arguments: [, key] }, { reporter }) {
      checkPublicKey(key, reporter, rsa);
    },
  },
  {
    name: "decrypt",
    reads: "outside",
    parameters: [...of(text, checked), optional(text)],
    returns: "string",
    helper: "decrypt",
    needsRequest: true,

    check({ arguments: [, key, passphrase] }, { reporter }) {
      checkPrivateKey(key, passphrase, reporter, rsa);
    },
  },
];
