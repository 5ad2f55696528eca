/** Fields of requests for a part, or with conditions of their own: the cache leaves those to the upstream. */
export const conditionalFields: readonly string[] = [
  "if-match",
  "if-modified-since",
  "if-none-match",
  "if-range",
  "if-unmodified-since",
  "range",
];

/**
 * Returns true if a field tells what a client can handle, or counts requests, but not who the client is.
 * Responses that depend on such a field have to say so by `Vary` (RFC 9110 §12.5.5). All other fields, such
 * as a key or the claims of a token, separate what is kept.
 */
export function isNegotiation(name: string): boolean {
  return negotiation.has(name) || /^sec-(ch|fetch)-/.test(name);
}

const negotiation: ReadonlySet<string> = new Set([
  "accept",
  "accept-charset",
  "accept-encoding",
  "accept-language",
  "cache-control",
  "dnt",
  "pragma",
  "priority",
  "referer",
  "traceparent",
  "tracestate",
  "upgrade-insecure-requests",
  "user-agent",
  "x-correlation-id",
  "x-request-id",
]);
