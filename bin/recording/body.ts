import { textIn } from "../../runtime/observe/trace/recorded-message.js";
import type { RecordedBody } from "../../runtime/observe/trace/recording.js";

/** The bytes of a recorded body, as far as they were kept. */
export function bytesOf(body: RecordedBody | undefined): Uint8Array<ArrayBuffer> {
  const { text, base64 } = body ?? {};
  return text === undefined
    ? new Uint8Array(Buffer.from(base64 ?? "", "base64"))
    : new TextEncoder().encode(text);
}

/** A body as the members of JSON results have it: a body that is no text in UTF-8 comes in Base64. */
export function bodyMembers(bytes: Uint8Array): { readonly body: string } | { readonly bodyBase64: string } {
  const text = textIn(bytes);
  return text === undefined ? { bodyBase64: Buffer.from(bytes).toString("base64") } : { body: text };
}
