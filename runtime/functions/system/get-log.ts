import type { JsonObject } from "../../data-model/values.js";
import { type Context, state } from "../../flow/context.js";
import { requestFields } from "../../logs/access-log.js";

/** `get-log()`: the fields of the access log that are known by now, in the order of the log. */
export function getLog($: Context): JsonObject {
  const current = $[state];
  return { ...requestFields(current), ...current.access.fields };
}
