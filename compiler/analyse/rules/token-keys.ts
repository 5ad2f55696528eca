import type { Reporter } from "../../diagnostics/reporter.js";
import type { JwtScheme } from "../../syntax/security.js";

/** Finds keys that do not fit the algorithm, so that no token would pass. Both must be known at build time. */
export async function checkTokenKeys(schemes: readonly JwtScheme[], reporter: Reporter): Promise<void> {
  for (const { key, algorithm } of schemes) {
    if (key.kind !== "text" || algorithm.kind !== "text") continue;
    // Few apps have keys in their descriptions, for which all that reads tokens is loaded.
    const { keyProblem } = await import("../../../runtime/security/jwt/verify.js");
    const reason = await keyProblem(key.text, algorithm.text);
    if (reason !== undefined) reporter.report(key.span, "jwtKey", { reason });
  }
}
