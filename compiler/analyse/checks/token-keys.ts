import { algorithmsOf } from "../../../runtime/jwt/algorithms.js";
import { JwtKeyError } from "../../../runtime/jwt/error.js";
import { importKey } from "../../../runtime/jwt/key.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { JwtScheme } from "../../syntax/security.js";

/** Finds keys that do not fit the algorithm, so that no token would pass. Both must be known at build time. */
export async function checkTokenKeys(schemes: readonly JwtScheme[], reporter: Reporter): Promise<void> {
  for (const { key, algorithm } of schemes) {
    if (key.kind !== "text" || algorithm.kind !== "text") continue;
    const [first] = algorithmsOf(algorithm.text);
    if (first === undefined) continue;
    try {
      await importKey(key.text, first, "verify");
    } catch (error) {
      if (!(error instanceof JwtKeyError)) throw error;
      reporter.report(key.span, "jwtKey", { reason: error.message });
    }
  }
}
