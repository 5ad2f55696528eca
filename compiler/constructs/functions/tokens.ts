import {
  algorithmsOf,
  expectedAlgorithms,
  signatureAlgorithms,
} from "../../../runtime/security/jwt/jwt-algorithms.js";
import { secretProblem } from "../../../runtime/security/jwt/key.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { FunctionDefinition } from "../../language/function-definition.js";
import { checked, of, optional, text } from "../../language/function-definition.js";
import { textOf } from "../../source/source-text.js";
import { someExpression } from "../../syntax/visit-expression.js";
import type { Expression, PathExpression } from "../../syntax/xpath.js";
import { checkRest, checkScheme } from "../function-parts/arguments.js";
import { claims, key, seconds } from "../function-parts/constants.js";

/** JSON Web Tokens. */
export const tokenFunctions: readonly FunctionDefinition[] = [
  {
    name: "jwt-encode",
    reads: "outside",
    parameters: [...of(claims, key), optional(seconds), optional(checked)],
    returns: "string",
    helper: "jwtEncode",
    needsRequest: true,
    awaits: true,
    check: ({ name, arguments: args }, { reporter }) => {
      const [, secret, time, algorithm] = args;
      checkAlgorithm(name, algorithm, signatureAlgorithms, isSignature, reporter);
      checkSecretOf(secret, algorithm, "HS256", reporter);
      if (time !== undefined && someExpression(time, isClock))
        reporter.report(time.span, "pointInTime", { name });
    },
  },
  {
    name: "jwt-decode",
    reads: "outside",
    knownDocument: () => ({ syntax: "json", isRoot: true }),
    parameters: [...of(text, key), optional(checked)],
    returns: "nodes",
    helper: "jwtDecode",
    needsRequest: true,
    awaits: true,
    check: ({ name, arguments: args }, { reporter }) => {
      checkAlgorithm(name, args[2], expectedAlgorithms, isExpected, reporter);
      checkSecretOf(args[1], args[2], "HS", reporter);
      checkScheme(name, args[0], "Bearer", reporter);
      checkRest(args[0], reporter);
      if (isRead(args[1], /^\$(request|body)\b/))
        reporter.report(args[1].span, "keyOfClient", { path: textOf(args[1].span) });
    },
  },
];

/** Tells whether an expression is one path of this form. */
const isRead = (expression: Expression | undefined, form: RegExp): expression is PathExpression =>
  expression?.kind === "path" && form.test(textOf(expression.span));

/** Tells whether an expression is the time of day. */
const isClock = (expression: Expression): boolean =>
  expression.kind === "call" && expression.name === "unixtime";

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
