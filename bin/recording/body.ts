import { bytesIn } from "../../runtime/http/charset.js";
import type {
  RecordedBody,
  RecordedExchange,
  RecordedRequest,
  RecordedResponse,
} from "../../runtime/observe/trace/recording.js";

/** The bytes of a recorded body, as far as they were kept. */
export function bytesOf(body: RecordedBody | undefined): Uint8Array<ArrayBuffer> {
  const { text, base64, charset } = body ?? {};
  return text === undefined ? new Uint8Array(Buffer.from(base64 ?? "", "base64")) : encoded(text, charset);
}

/** All messages of an exchange, with the bytes of their bodies. */
export function messagesOf({ request, response, upstream }: RecordedExchange) {
  const all = [request, response, ...upstream.flatMap((each) => [each.request, each.response])];
  return all
    .filter((each): each is RecordedRequest | RecordedResponse => each !== undefined)
    .map(({ fields, body }) => ({ fields, body: bytesOf(body) }));
}

/** A text in the character set that it was read from. */
function encoded(text: string, charset = "utf-8"): Uint8Array<ArrayBuffer> {
  if (charset === "utf-16le") return new Uint8Array(Buffer.from(text, "utf16le"));
  if (charset === "utf-16be") return new Uint8Array(Buffer.from(text, "utf16le").swap16());
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
  return text === undefined ? { bodyBase64: Buffer.from(bytes).toString("base64") } : { body: text };
}
