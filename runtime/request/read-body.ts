import { setting } from "../base/settings.js";
import { beginStretch } from "../base/work.js";
import { BodyTooLarge, NoRoomForBody } from "../http/client-body.js";
import { type Context, state } from "./context.js";
import { type FlowError, inputValidation, limit } from "./engine-errors.js";
import { engineError } from "./flow-errors.js";
import { TimeLimitError, timeLeft, timeLimitError } from "./time-limit.js";

/** The client does not send its body in time. */
class BodyTooSlow extends Error {}

/** Reads the client's body, so that `$body` and `$request/post` can be read without waiting; `undefined` if it is there. */
export function readBody($: Context): Promise<void> | undefined {
  const { bindings, body } = $[state];
  const seconds = setting(bindings, "BODY_TIMEOUT");
  const left = timeLeft($);
  const isShort = seconds * 1000 < left;
  const late = () => (isShort ? new BodyTooSlow() : timeLimitError($));
  return body.read(isShort ? seconds * 1000 : left, late)?.then(
    () => {
      beginStretch(bindings);
      $[state].events?.received(body.bytes);
    },
    (thrown: unknown) => {
      throw thrown instanceof TimeLimitError ? thrown : refusal($, thrown, seconds);
    },
  );
}

function refusal($: Context, thrown: unknown, seconds: number): FlowError {
  if (thrown instanceof BodyTooLarge) return engineError($, inputValidation, thrown.message, 413);
  if (thrown instanceof BodyTooSlow)
    return engineError($, inputValidation, `The request body did not arrive within ${seconds} s.`, 408);
  if (thrown instanceof NoRoomForBody) {
    $[state].headers = ($[state].headers ?? new Map()).set("retry-after", "1");
    return engineError($, limit, "There is no room for the request body now.");
  }
  return bodyBroke($);
}

export function bodyBroke($: Context): FlowError {
  return engineError($, inputValidation, "The request body could not be read.");
}
