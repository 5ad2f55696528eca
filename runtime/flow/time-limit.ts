import { steadySetting } from "../environment/settings.js";
import { longestTimer } from "../limits/trees.js";
import { type Context, state } from "./context.js";

/** Seconds that a request may take if `FLOW_REQUEST_TIMEOUT` is not set: enough for some slow upstream requests. */
const defaultTimeout = 300;

/** A request takes longer than it may. */
export class TimeLimitError extends Error {
  override readonly name = "TimeLimitError";

  constructor(seconds: number) {
    super(`The request takes longer than ${seconds} s.`);
  }
}

const timeLimit = steadySetting("REQUEST_TIMEOUT", () => defaultTimeout);

export function timeLimitError($: Context): TimeLimitError {
  return new TimeLimitError(timeLimit($[state].bindings));
}

/**
 * Milliseconds that the request may still take. Whatever waits asks here how long it may, so a flow whose time is over
 * ends where it waits next. What never waits needs no clock.
 * @throws TimeLimitError if no time is left
 */
export function timeLeft($: Context): number {
  const seconds = timeLimit($[state].bindings);
  const left = Math.min(seconds * 1000 - $[state].access.elapsed, longestTimer);
  if (left <= 0) throw new TimeLimitError(seconds);
  return left;
}
