import type { Context } from "../../flow/context.js";
import { alert } from "../../flow/errors.js";

/** `fit-log()`: logs the message. Always true, so that it can be part of a condition. */
export function fitLog($: Context, message: string): true {
  alert($, "fit-log", message);
  return true;
}
