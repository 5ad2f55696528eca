/** Rules for the header fields of messages (RFC 9110 §5, RFC 9112 §9.6), for requests and responses alike. */

/** RFC 9110 §5.6.2: what a field name and a method are made of. */
export function isToken(text: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(text);
}

/** Visible Latin-1, spaces and tabs. Such a value cannot end its line and begin another field. */
export function isFieldValue(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}

/**
 * Fields that belong to one connection or say where a message ends. They are never taken from a flow. `host` is among
 * them, since `fetch` always sends the host of the URL.
 */
export function isConnectionField(lowerName: string): boolean {
  return connectionFields.has(lowerName);
}

const connectionFields: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** The further fields that belong to the connection, because the message says so (RFC 9110 §7.6.1). */
export function connectionTokens(headers: Pick<Headers, "get">): ReadonlySet<string> {
  const field = headers.get("connection");
  return new Set(field?.split(",").map((token) => token.trim().toLowerCase()));
}
