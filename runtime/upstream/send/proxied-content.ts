import { connectionTokens, isConnectionField, isFieldValue, isToken } from "../../http/field-syntax.js";
import type { ReceivedFields } from "../../http/received-fields.js";
import { Content, type Fields, type Source } from "../../request/content.js";
import type { UpstreamResponse } from "../upstream-messages.js";

/**
 * The response of a proxy: the upstream's body, with its status and header fields.
 * @param dropped gets the names of fields that no server can send, though the upstream did
 */
export function proxiedContent(
  { status, headers, body }: UpstreamResponse,
  dropped: (names: readonly string[]) => void,
): Content {
  return new Content(
    bodySource(body, headers),
    headers.get("content-type") ?? undefined,
    status,
    passedFields(headers, dropped),
  );
}

/**
 * A stream keeps the length that the upstream announced, so that the client notices if it breaks off. So does a body without
 * bytes: that of a response to HEAD.
 */
export function bodySource(body: UpstreamResponse["body"], headers: ReceivedFields): Source {
  const source: Source =
    body instanceof Uint8Array ? { kind: "bytes", bytes: body } : { kind: "stream", stream: body };
  if (source.kind === "bytes" && source.bytes.byteLength > 0) return source;
  const length = isDecoded(headers) ? null : headers.get("content-length");
  return length === null ? source : { ...source, length };
}

/**
 * All fields but those of the connection, those of an encoding that `fetch` took off, and the type, which the content
 * has.
 */
function passedFields(upstream: ReceivedFields, dropped: (names: readonly string[]) => void): Fields {
  const named = connectionTokens(upstream);
  const decoded = isDecoded(upstream);
  const fields = new Map<string, string | readonly string[]>();
  const malformed: string[] = [];
  upstream.forEach((value, name) => {
    if (isConnectionField(name) || named.has(name) || name === "content-type") return;
    if (!isToken(name) || !isFieldValue(value)) malformed.push(name);
    else if (!(decoded && name === "content-encoding")) fields.set(name, value);
  });
  if (fields.has("set-cookie")) fields.set("set-cookie", upstream.getSetCookie().filter(isFieldValue));
  if (malformed.length > 0) dropped(malformed);
  return fields;
}

/** Returns true if `fetch` has decoded the content; it leaves encodings that it does not know. */
function isDecoded(upstream: ReceivedFields): boolean {
  const field = upstream.get("content-encoding");
  return field?.split(",").every((coding) => decodable.has(coding.trim().toLowerCase())) === true;
}

const decodable: ReadonlySet<string> = new Set(["gzip", "x-gzip", "deflate", "br"]);
