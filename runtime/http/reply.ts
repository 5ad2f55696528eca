import type { Bytes } from "./body-bytes.js";

/** A response before it becomes a `Response`, which some servers need not make. */
export interface Reply {
  readonly status: number;
  /** Plain members by lower-case name, or `Headers` where a field has several values. */
  readonly headers: Headers | Readonly<Record<string, string>> | undefined;
  readonly body: string | Bytes | ReadableStream<Uint8Array> | null;
}

export function toResponse({ status, headers, body }: Reply): Response {
  return new Response(body, headers === undefined ? { status } : { status, headers });
}
