import type { Context } from "../../flow/context.js";
import { alert } from "../../flow/errors.js";

/** `fit-log()`: logs the message; always true, so that a condition can hold it. */
export function fitLog($: Context, message: string): true {
  alert($, "fit-log", message);
  return true;
}
