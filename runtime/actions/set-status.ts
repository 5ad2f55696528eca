import { type Context, state } from "../flow/context.js";

/** The `set-status` action. What is no status of a response becomes 500. */
export function setStatus($: Context, code: number): void {
  $[state].debug?.say("set-status", () => String(code));
  $[state].status = Number.isInteger(code) && code >= 100 && code <= 599 ? code : 500;
}
