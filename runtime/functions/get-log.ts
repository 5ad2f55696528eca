import { type Context, state } from "../context.js";
import type { JsonObject } from "../values.js";

/** `get-log()`: the fields of the access log that are known of the client's request, in the order of the log. */
export function getLog($: Context): JsonObject {
  const { requestID, method, url, client } = $[state];
  const field = (name: string) => client.req.raw.headers.get(name) ?? "";
  return {
    type: "engine_access",
    requestID,
    url: url.url,
    path: url.query === undefined ? url.path : `${url.path}?${url.query}`,
    method,
    agent: field("user-agent"),
    referrer: field("referer"),
    requestmime: field("content-type"),
  };
}
