import type { Context } from "../../request/context.js";

/** Sets the variables that flows have set in one request in another one. Predefined variables stay. */
export function shareVariables(from: Context, to: Context): void {
  for (const name of Object.keys(from)) to[name] = from[name];
}

/** Hands the test the values that an upstream request of the app leaves: its results, and its error. */
export function shareUpstream(from: Context, to: Context): void {
  to.upstream = from.upstream;
  to.error = from.error;
}
