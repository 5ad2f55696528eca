import { WorkLimitError } from "../../base/work.js";
import type { Context } from "../../request/context.js";
import { alert } from "../../request/flow-errors.js";

/** Something cannot be done. The message says what; it contains no keys, passphrases or data. */
export class CryptoError extends Error {
  override readonly name: string = "CryptoError";
}

/** The text of a key cannot be used. */
export class KeyError extends CryptoError {
  override readonly name: string = "KeyError";

  constructor(readonly reason: string) {
    super(`The key cannot be used: ${reason}.`);
  }
}

/** The key could be used, but the passphrase does not open it. */
export class PassphraseError extends KeyError {
  override readonly name: string = "PassphraseError";
}

/**
 * Returns the result of `action`; if it throws, `failed` and an alert. The alert says `fault` in place of
 * OpenSSL's messages, which help nobody.
 */
export function attempt<T>($: Context, caller: string, failed: T, fault: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof WorkLimitError) throw error;
    alert($, caller, error instanceof CryptoError ? error.message : fault);
    return failed;
  }
}
