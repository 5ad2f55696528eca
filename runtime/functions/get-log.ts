import { type Context, state } from "../context.js";
import { requestFields } from "../logs/access-log.js";
import type { JsonObject } from "../values.js";

/** `get-log()`: the fields of the access log that are known of the client's request, in the order of the log. */
export function getLog($: Context): JsonObject {
  return requestFields($[state]);
}
