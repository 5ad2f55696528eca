import { decodeBase64, encodeBase64 } from "../../runtime/base/base64.js";
import { bytesIn, charsetNamed, decodeIn } from "../../runtime/http/charset.js";
import type {
  Body,
  RecordedExchange,
  RequestMessage,
  ResponseMessage,
} from "../../runtime/observe/trace/index.js";

/** The bytes of a body, as far as they were kept. */
export function bytesOf(body: Body | undefined): Uint8Array<ArrayBuffer> {
  const { text, base64 = "", charset } = body ?? {};
  return text === undefined ? (decodeBase64(base64, false) ?? new Uint8Array()) : encoded(text, charset);
}

/** A body as a person reads it; `undefined` if it is no text, or nobody has read it. */
export function textOf(body: Body): string | undefined {
  const charset = body.charset === undefined ? undefined : charsetNamed(body.charset);
  return body.text ?? (charset === undefined ? undefined : decodeIn(charset, bytesOf(body)));
}

/** All messages of an exchange, with the bytes of their bodies. */
export function messagesOf({ request, response, upstream }: RecordedExchange) {
  const all = [request, response, ...upstream.flatMap((each) => [each.request, each.response])];
  return all
    .filter((each): each is RequestMessage | ResponseMessage => each !== undefined)
    .map(({ fields, body }) => ({ fields, body: bytesOf(body) }));
}

/** A text in the character set that it was read from. */
function encoded(text: string, label = "utf-8"): Uint8Array<ArrayBuffer> {
  const charset = charsetNamed(label) ?? "";
  if (charset.startsWith("utf-16")) {
    const units = new DataView(new ArrayBuffer(2 * text.length));
    for (let at = 0; at < text.length; at++)
      units.setUint16(2 * at, text.charCodeAt(at), charset === "utf-16le");
    return new Uint8Array(units.buffer);
  }
  const codes = bytesIn(charset);
  const bytes = codes && Array.from(text, (each) => (each < "\x80" ? each.charCodeAt(0) : codes.get(each)));
  return bytes?.every((byte) => byte !== undefined) ? new Uint8Array(bytes) : new TextEncoder().encode(text);
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of bytes; `undefined` if they are none in UTF-8. */
export function textIn(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** A body as the members of JSON results have it: a body that is no text in UTF-8 comes in Base64. */
export function bodyMembers(bytes: Uint8Array): { readonly body: string } | { readonly bodyBase64: string } {
  const text = textIn(bytes);
  return text === undefined ? { bodyBase64: encodeBase64(bytes) } : { body: text };
}
