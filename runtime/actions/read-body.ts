import { BodyTooLarge } from "../client-body.js";
import { type Context, state } from "../context.js";
import { engineError, engineErrors } from "../errors.js";

/** Reads the client's body, so that `$body` and `$request/post` can be looked at without waiting. */
export const readBody = async ($: Context): Promise<void> => {
  try {
    await $[state].body.read();
  } catch (thrown) {
    if (thrown instanceof BodyTooLarge)
      throw engineError($, engineErrors.inputValidation, thrown.message, 413);
    throw engineError($, engineErrors.inputValidation, "The request body could not be read.");
  }
};
