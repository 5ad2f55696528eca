import type { Bytes } from "./body-bytes.js";

/**
 * Names of header fields in lower case and their values in turn, as servers take them fastest. Only `set-cookie` may be
 * there several times.
 */
export type HeadFields = readonly string[];

export const jsonType = "application/json";
export const jsonHead: HeadFields = ["content-type", jsonType];

/** A response before it becomes a `Response`, which some servers need not make. */
export interface Reply {
  readonly status: number;
  readonly head: HeadFields;
  readonly body: string | Bytes | ReadableStream<Uint8Array> | null;
  /** Bytes of the body, where they are known. */
  readonly bytes: number | undefined;
}

/** The value of a field. Values may be names of fields, too. */
export function fieldOf(head: HeadFields, name: string): string | undefined {
  for (let index = 0; index < head.length; index += 2) if (head[index] === name) return head[index + 1];
  return undefined;
}

export function toHeaders(head: HeadFields): Headers {
  const headers = new Headers();
  for (let index = 0; index < head.length; index += 2)
    headers.append(head[index] as string, head[index + 1] as string);
  return headers;
}

export function toHead(headers: Headers): HeadFields {
  return [...headers].flat();
}

/** The source of a response, where it is known: sending that takes less than reading a stream. */
const origin: unique symbol = Symbol("origin");

interface MadeResponse extends Response {
  [origin]?: Reply;
}

export function toResponse(reply: Reply): Response {
  const response: MadeResponse = plainResponse(reply);
  if (!(reply.body instanceof ReadableStream)) response[origin] = reply;
  return response;
}

/** The same for those who do not ask where it comes from. */
export function plainResponse({ status, head, body }: Reply): Response {
  return new Response(body, { status, headers: head === jsonHead ? jsonHeaders() : toHeaders(head) });
}

/** The head of most responses, which copy it. Made when it is needed: some servers need no `Headers`. */
function jsonHeaders(): Headers {
  usualHeaders ??= toHeaders(jsonHead);
  return usualHeaders;
}

let usualHeaders: Headers | undefined;

/** The reply that became this response; `undefined` if it was made in another way, or streams. */
export function replyOf(response: Response): Reply | undefined {
  return (response as MadeResponse)[origin];
}
