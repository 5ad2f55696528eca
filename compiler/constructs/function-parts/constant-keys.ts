import { nearest } from "../../../runtime/base/nearest.js";
import { KeyError, PassphraseError } from "../../../runtime/security/crypto/crypto-errors.js";
import { isRetired, signatureAlgorithms } from "../../../runtime/security/crypto/crypto-functions.js";
import { privateKey, publicKey } from "../../../runtime/security/crypto/crypto-keys.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Expression } from "../../syntax/xpath.js";

type Argument = Expression | undefined;
/** The use that a function makes of the key that it gets: it throws a KeyError for one of a wrong type. */
type Use = (key: ReturnType<typeof publicKey>) => unknown;

/** Reports a constant name of a signing algorithm that does not exist. */
export function checkAlgorithm(algorithm: Argument, reporter: Reporter): void {
  if (algorithm?.kind !== "literal" || signatureAlgorithms.includes(algorithm.value)) return;
  const name = algorithm.value;
  if (isRetired(name)) reporter.report(algorithm.span, "retiredAlgorithm", { name });
  else
    reporter.report(algorithm.span, "unknownAlgorithm", {
      name,
      nearest: nearest(name, signatureAlgorithms),
    });
}

/** Reports a constant public key or certificate that cannot be used. */
export function checkPublicKey(key: Argument, reporter: Reporter, use: Use = () => {}): void {
  if (key?.kind === "literal") checkKey(key, reporter, () => use(publicKey(key.value)));
}

/** Reports a constant private key that cannot be used, whatever a passphrase says that is known at run time only. */
export function checkPrivateKey(
  key: Argument,
  passphrase: Argument,
  reporter: Reporter,
  use: Use = () => {},
): void {
  if (key?.kind !== "literal") return;
  const isOpen = passphrase !== undefined && passphrase.kind !== "literal";
  const text = passphrase?.kind === "literal" ? passphrase.value : "";
  checkKey(key, reporter, () => {
    try {
      use(privateKey(key.value, text));
    } catch (error) {
      if (!(error instanceof PassphraseError && isOpen)) throw error;
    }
  });
}

function checkKey(key: Expression, reporter: Reporter, attempt: () => void): void {
  try {
    attempt();
  } catch (error) {
    if (!(error instanceof KeyError)) throw error;
    reporter.report(key.span, "unusableKey", { reason: error.reason });
  }
}
