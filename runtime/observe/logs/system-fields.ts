/** The engine's own fields of the access log, which flows cannot set. */
export const systemFields: ReadonlySet<string> = new Set([
  "timestamp",
  "type",
  "requestID",
  "url",
  "path",
  "status",
  "method",
  "agent",
  "referrer",
  "mime",
  "realtime",
  "bytes",
  "requestbytes",
  "flow",
  "requestmime",
  "location",
]);
