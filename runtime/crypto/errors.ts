import type { Context } from "../flow/context.js";
import { alert } from "../flow/errors.js";

/** Something cannot be done; the message says what, and holds nothing of keys, passphrases and data. */
export class CryptoError extends Error {
  override readonly name: string = "CryptoError";
}

/** The text of a key is of no use. */
export class KeyError extends CryptoError {
  override readonly name: string = "KeyError";

  constructor(readonly reason: string) {
    super(`The key cannot be used: ${reason}.`);
  }
}

/** The key would do, but the passphrase does not open it. */
export class PassphraseError extends KeyError {
  override readonly name: string = "PassphraseError";
}

/** What `action` yields, or `failed` and an alert if it throws. `fault` stands for what OpenSSL says, which nobody reads. */
export function attempt<T>($: Context, caller: string, failed: T, fault: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    alert($, caller, error instanceof CryptoError ? error.message : fault);
    return failed;
  }
}
