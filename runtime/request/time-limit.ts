import { setting } from "../base/settings.js";
import { longestTimer } from "../base/tree-limits.js";
import { type Context, state } from "./context.js";

/** A request takes longer than it may. */
export class TimeLimitError extends Error {
  override readonly name = "TimeLimitError";

  constructor(seconds: number) {
    super(`The request takes longer than ${seconds} s.`);
  }
}

export function timeLimitError($: Context): TimeLimitError {
  return new TimeLimitError(setting($[state].bindings, "REQUEST_TIMEOUT"));
}

/**
 * Milliseconds that the request may still take. Whatever waits asks here how long it may, so a flow whose time is over
 * ends where it waits next. What never waits needs no clock.
 * @throws TimeLimitError if no time is left
 */
export function timeLeft($: Context): number {
  const seconds = setting($[state].bindings, "REQUEST_TIMEOUT");
  const left = Math.min(seconds * 1000 - $[state].access.elapsed, longestTimer);
  if (left <= 0) throw new TimeLimitError(seconds);
  return left;
}
