/** The fields of the access log that are the engine's own: flows cannot set them. */
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
