import type { JsonObject } from "../../../data/model/values.js";
import { requestFields } from "../../../observe/logs/access-log.js";
import { type Context, state } from "../../../request/context.js";

/** `get-log()`: the fields of the access log that are known by now, in the order of the log. */
export function getLog($: Context): JsonObject {
  const current = $[state];
  return { ...requestFields(current), ...current.access.fields };
}
