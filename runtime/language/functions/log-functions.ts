import { counted } from "../../base/counted.js";
import type { JsonObject } from "../../data/model/values.js";
import { requestFields } from "../../observe/logs/access-log.js";
import { type Context, state } from "../../request/context.js";
import { alert } from "../../request/flow-errors.js";

/** `fit-log()`: logs the message. Always true, so that it can be part of a condition. */
export const fitLog = /* @__PURE__ */ counted(
  { units: 8, call: 100 },
  ($: Context, message: string): true => {
    alert($, "fit-log", message);
    return true;
  },
);

/** `get-log()`: the fields of the access log that are known by now, in the order of the log. */
export function getLog($: Context): JsonObject {
  const current = $[state];
  return { ...requestFields(current), ...current.access.fields };
}

/** `unixtime()`: whole seconds since 1970-01-01T00:00:00Z. */
export function unixtime(): number {
  return Math.floor(Date.now() / 1000);
}
