import {
  algorithmsOf,
  expectedAlgorithms,
  signatureAlgorithms,
} from "../../../runtime/security/jwt/jwt-algorithms.js";
import { secretProblem } from "../../../runtime/security/jwt/key.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { FunctionDefinition } from "../../language/function-definition.js";
import { of, optional } from "../../language/function-definition.js";
import type { Expression } from "../../syntax/xpath.js";

/** JSON Web Tokens. */
export const tokenFunctions: readonly FunctionDefinition[] = [
  {
    name: "jwt-encode",
    reads: "outside",
    parameters: [...of("any", "string"), optional("number"), optional("string")],
    returns: "string",
    helper: "jwtEncode",
    needsRequest: true,
    awaits: true,
    check: ({ name, arguments: args }, { reporter }) => {
      checkAlgorithm(name, args[3], signatureAlgorithms, isSignature, reporter);
      checkSecretOf(args[1], args[3], "HS256", reporter);
    },
  },
  {
    name: "jwt-decode",
    reads: "outside",
    parameters: [...of("string", "string"), optional("string")],
    returns: "nodes",
    helper: "jwtDecode",
    needsRequest: true,
    awaits: true,
    check: ({ name, arguments: args }, { reporter }) => {
      checkAlgorithm(name, args[2], expectedAlgorithms, isExpected, reporter);
      checkSecretOf(args[1], args[2], "HS", reporter);
    },
  },
];

function isSignature(algorithm: string): boolean {
  return signatureAlgorithms.includes(algorithm);
}

function isExpected(algorithms: string): boolean {
  return algorithmsOf(algorithms).length > 0;
}

/** Reports a constant that is no secret for any of the algorithms; each of them has to be an HS algorithm. */
function checkSecretOf(
  key: Expression | undefined,
  algorithm: Expression | undefined,
  otherwise: string,
  reporter: Reporter,
): void {
  if (key?.kind !== "literal" || (algorithm !== undefined && algorithm.kind !== "literal")) return;
  const problems = algorithmsOf(algorithm?.value ?? otherwise).map((name) =>
    name.startsWith("HS") ? secretProblem(key.value, name) : undefined,
  );
  const [reason] = problems;
  if (reason !== undefined && !problems.includes(undefined)) reporter.report(key.span, "jwtKey", { reason });
}

function checkAlgorithm(
  name: string,
  algorithm: Expression | undefined,
  known: readonly string[],
  isKnown: (algorithm: string) => boolean,
  reporter: Reporter,
): void {
  if (algorithm?.kind === "literal" && !isKnown(algorithm.value))
    reporter.report(algorithm.span, "unknownTokenAlgorithm", { name, algorithm: algorithm.value, known });
}
