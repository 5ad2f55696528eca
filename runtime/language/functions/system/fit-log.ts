import { counted } from "../../../base/counted.js";
import type { Context } from "../../../request/context.js";
import { alert } from "../../../request/flow-errors.js";

/** `fit-log()`: logs the message. Always true, so that it can be part of a condition. */
export const fitLog = counted({ units: 8, call: 100 }, ($: Context, message: string): true => {
  alert($, "fit-log", message);
  return true;
});
