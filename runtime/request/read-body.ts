import { setting } from "../base/settings.js";
import { beginStretch } from "../base/work.js";
import { BodyTooLarge, NoRoomForBody } from "../http/client-body.js";
import { type Context, state } from "./context.js";
import { type FlowError, inputValidation, limit } from "./engine-errors.js";
import { engineError } from "./flow-errors.js";
import { TimeLimitError, timeLeft, timeLimitError } from "./time-limit.js";

/** The client does not send its body in time. */
class BodyTooSlow extends Error {}

/** Reads the client's body, so that `$body` and `$request/post` can be read without waiting. */
export async function readBody($: Context): Promise<void> {
  const { bindings, body } = $[state];
  const seconds = setting(bindings, "BODY_TIMEOUT");
  const left = timeLeft($);
  try {
    if (seconds * 1000 < left) await body.read(seconds * 1000, () => new BodyTooSlow());
    else await body.read(left, () => timeLimitError($));
    beginStretch(bindings);
    $[state].events?.received(body.bytes, body.mediaType);
  } catch (thrown) {
    if (thrown instanceof TimeLimitError) throw thrown;
    throw refusal($, thrown, seconds);
  }
}

function refusal($: Context, thrown: unknown, seconds: number): FlowError {
  if (thrown instanceof BodyTooLarge) return engineError($, inputValidation, thrown.message, 413);
  if (thrown instanceof BodyTooSlow)
    return engineError($, inputValidation, `The request body did not arrive within ${seconds} s.`, 408);
  if (thrown instanceof NoRoomForBody) {
    $[state].headers = ($[state].headers ?? new Map()).set("retry-after", "1");
    return engineError($, limit, "There is no room for the request body now.");
  }
  return engineError($, inputValidation, "The request body could not be read.");
}
