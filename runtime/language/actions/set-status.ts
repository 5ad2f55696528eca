import { type Context, state } from "../../request/context.js";

/** The `set-status` action. What is no status of a response becomes 500; a computed code comes as text. */
export function setStatus($: Context, code: number | string): void {
  const status = Number(code);
  $[state].events?.tell("set-status", { kind: "output", to: "status", value: () => status });
  $[state].status = Number.isInteger(status) && status >= 100 && status <= 599 ? status : 500;
}
