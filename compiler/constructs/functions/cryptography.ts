import { rsa } from "../../../runtime/security/crypto/crypto-functions.js";
import type { FunctionDefinition } from "../../language/function-definition.js";
import { of, optional } from "../../language/function-definition.js";
import { checkAlgorithm, checkPrivateKey, checkPublicKey } from "../function-parts/constant-keys.js";

/** Signatures and encryption with keys in PEM. */
export const cryptographyFunctions: readonly FunctionDefinition[] = [
  {
    name: "calc-signature",
    reads: "outside",
    parameters: [...of("string", "string"), optional("string"), optional("string")],
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
    parameters: [...of("string", "string", "string"), optional("string")],
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
    parameters: of("string", "string"),
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
    parameters: [...of("string", "string"), optional("string")],
    returns: "string",
    helper: "decrypt",
    needsRequest: true,

    check({ arguments: [, key, passphrase] }, { reporter }) {
      checkPrivateKey(key, passphrase, reporter, rsa);
    },
  },
];
