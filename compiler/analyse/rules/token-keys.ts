import { algorithmsOf } from "../../../runtime/security/jwt/jwt-algorithms.js";
import { JwtError } from "../../../runtime/security/jwt/jwt-error.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { JwtScheme } from "../../syntax/security.js";

/** Finds keys that do not fit the algorithm, so that no token would pass. Both must be known at build time. */
export async function checkTokenKeys(schemes: readonly JwtScheme[], reporter: Reporter): Promise<void> {
  for (const { key, algorithm } of schemes) {
    if (key.kind !== "text" || algorithm.kind !== "text") continue;
    const algorithms = algorithmsOf(algorithm.text);
    const checks = algorithms.map((name) => problemOf(key.text, name));
    const [problem, ...others] = await Promise.all(checks);
    // Of several algorithms, one key has to fit one.
    if (problem !== undefined && !others.includes(undefined))
      reporter.report(key.span, "jwtKey", { reason: problem });
    else if (algorithms.every((name) => name.startsWith("HS")) && !isSecret(key.text))
      reporter.report(key.span, "jwtSecret");
  }
}

/** Tells whether a text is Base64, a JSON Web Key or set of them, or an expression, which is reported as one. */
const isSecret = (text: string): boolean => /^[\w+/=\s-]*$|^\s*\{|^\s*\$env\//.test(text);

async function problemOf(key: string, algorithm: string): Promise<string | undefined> {
  // Few apps have keys in their descriptions, for which all that reads tokens is loaded.
  const { checkKey } = await import("../../../runtime/security/jwt/verify.js");
  try {
    await checkKey(key, algorithm);
    return undefined;
  } catch (error) {
    if (!(error instanceof JwtError)) throw error;
    return error.message;
  }
}
