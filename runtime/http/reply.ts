import type { Bytes } from "./body-bytes.js";

/** A response before it becomes a `Response`, which some servers need not make. */
export interface Reply {
  readonly status: number;
  /** Plain members by lower-case name, or `Headers` where a field has several values. */
  readonly headers: Headers | Readonly<Record<string, string>> | undefined;
  readonly body: string | Bytes | ReadableStream<Uint8Array> | null;
}

/** What a response was made of, where it is known: sending that takes less than reading a stream. */
const origin: unique symbol = Symbol("origin");

interface MadeResponse extends Response {
  [origin]?: Reply;
}

export function toResponse(reply: Reply): Response {
  const { status, headers, body } = reply;
  const response: MadeResponse = new Response(body, headers === undefined ? { status } : { status, headers });
  if (!(body instanceof ReadableStream)) response[origin] = reply;
  return response;
}

/** The reply that became this response; `undefined` if it was made in another way, or streams. */
export function replyOf(response: Response): Reply | undefined {
  return (response as MadeResponse)[origin];
}
