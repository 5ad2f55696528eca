import { steadySetting } from "../environment/settings.js";
import { longestTimer } from "../limits/trees.js";
import { type Context, state } from "./context.js";

/** Seconds for a request where `FLOW_REQUEST_TIMEOUT` says nothing: some upstream requests that take all their time. */
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
 * Milliseconds that the request may still take. All that waits asks here how long it may, so that a flow whose time is
 * over ends where it waits next; what never waits needs no clock.
 * @throws TimeLimitError if there are none
 */
export function timeLeft($: Context): number {
  const seconds = timeLimit($[state].bindings);
  const left = Math.min(seconds * 1000 - $[state].access.elapsed, longestTimer);
  if (left <= 0) throw new TimeLimitError(seconds);
  return left;
}
