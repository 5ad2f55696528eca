import { areDecodable, codingsOf } from "../../http/content-codings.js";
import { connectionTokens, isConnectionField, isFieldValue, isToken } from "../../http/field-syntax.js";
import type { ReceivedFields } from "../../http/received-fields.js";
import { Content, type Fields, type Source } from "../../request/content.js";
import type { UpstreamResponse } from "../upstream-messages.js";

/**
 * The response of a proxy: the upstream's body, with its status and header fields.
 * @param dropped gets the names of fields that no server can send, though the upstream did
 */
export function proxiedContent(
  { status, headers, body, isCoded }: UpstreamResponse,
  dropped: (names: readonly string[]) => void,
): Content {
  return new Content(
    bodySource({ body, headers, isCoded }),
    headers.get("content-type") ?? undefined,
    status,
    passedFields(headers, isCoded, dropped),
  );
}

/**
 * A stream keeps the length that the upstream announced, so that the client notices if it breaks off. So does a body without
 * bytes: that of a response to HEAD.
 */
export function bodySource({
  body,
  headers,
  isCoded,
}: Pick<UpstreamResponse, "body" | "headers" | "isCoded">): Source {
  const source: Source =
    body instanceof Uint8Array ? { kind: "bytes", bytes: body } : { kind: "stream", stream: body };
  if (source.kind === "bytes" && source.bytes.byteLength > 0) return source;
  const length = !isCoded && isDecodable(headers) ? null : headers.get("content-length");
  return length === null ? source : { ...source, length };
}

/**
 * All fields but those of the connection, and the type, which the content has. Without its codings, a content is another
 * representation: what is said of the bytes of the coded one goes, and its validator is a weak one (RFC 9110 §8.8.1).
 */
function passedFields(
  upstream: ReceivedFields,
  isCoded: boolean,
  dropped: (names: readonly string[]) => void,
): Fields {
  const named = connectionTokens(upstream);
  const isDecoded = !isCoded && isDecodable(upstream);
  const fields = new Map<string, string | readonly string[]>();
  const malformed: string[] = [];
  upstream.forEach((value, name) => {
    if (isConnectionField(name) || named.has(name) || name === "content-type") return;
    if (!isToken(name) || !isFieldValue(value)) malformed.push(name);
    else if (!isDecoded || !aboutCoded.has(name)) fields.set(name, value);
  });
  if (isCoded || isDecoded) fields.set("vary", withVary(upstream.get("vary")));
  if (isDecoded && fields.get("etag")?.[0] === '"') fields.set("etag", `W/${fields.get("etag")}`);
  if (fields.has("set-cookie")) fields.set("set-cookie", upstream.getSetCookie().filter(isFieldValue));
  if (malformed.length > 0) dropped(malformed);
  return fields;
}

/** Fields that say something of the bytes of a coded content. */
const aboutCoded: ReadonlySet<string> = new Set([
  "content-digest",
  "content-encoding",
  "content-md5",
  "digest",
  "repr-digest",
]);

/** Other clients get the content with other codings, or without any. */
function withVary(field: string | null): string {
  const names =
    field
      ?.toLowerCase()
      .split(",")
      .map((name) => name.trim()) ?? [];
  if (field === null || names.includes("accept-encoding") || names.includes("*"))
    return field ?? "Accept-Encoding";
  return `${field}, Accept-Encoding`;
}

/** Returns true for codings that are taken off, unless the client takes them; others stay, as with `fetch`. */
function isDecodable(upstream: ReceivedFields): boolean {
  return areDecodable(codingsOf(upstream.get("content-encoding")));
}
