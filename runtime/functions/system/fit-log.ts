import type { Context } from "../../flow/context.js";
import { alert } from "../../flow/errors.js";
import { counted } from "../../limits/counted.js";

/** `fit-log()`: logs the message. Always true, so that it can be part of a condition. */
export const fitLog = counted({ units: 8, call: 100 }, ($: Context, message: string): true => {
  alert($, "fit-log", message);
  return true;
});
