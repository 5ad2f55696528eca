/**
 * The messages of a request as apps tell of them, as they are kept in traces and in recordings.
 * @module
 */
import type { ClientRequest } from "../../http/client-request.js";
import type { RequestUrl } from "../../http/client-url.js";
import { type Reply, toHeaders } from "../../http/reply.js";
import type { Exchange, SentRequest } from "../logs/logged-exchange.js";
import type { RequestMessage, ResponseMessage } from "./exchange.js";
import { type Bounds, keptMessage, type SeenBody } from "./kept-message.js";
import type { Masks } from "./masks.js";

type Body = Uint8Array | string | ReadableStream | null | undefined;

/** @param length of a stream, where it is known */
function seen(body: Body, length?: number): SeenBody | undefined {
  if (body instanceof ReadableStream) return { length };
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return bytes ? { bytes, length: bytes.byteLength } : undefined;
}

/** @param body as far as somebody has read it */
export function clientRequest(
  { client, url }: { readonly client: ClientRequest; readonly url: RequestUrl },
  body: Uint8Array | undefined,
  masks: Masks,
  bounds: Bounds,
): RequestMessage {
  const { method, headers } = client;
  const length = headers.get("content-length");
  const isUnread = length === null ? headers.has("transfer-encoding") : length !== "0";
  return keptMessage(
    {
      method,
      target: url.query === undefined ? url.path : `${url.path}?${url.query}`,
      fields: [...headers],
      body: seen(body) ?? (isUnread ? { length: Number(length) || undefined } : undefined),
    },
    masks,
    bounds,
  );
}

export function repliedResponse(
  { status, head, body, bytes }: Reply,
  masks: Masks,
  bounds: Bounds,
): ResponseMessage {
  return keptMessage({ status, fields: [...toHeaders(head)], body: seen(body, bytes) }, masks, bounds);
}

export function sentRequest(sent: SentRequest | undefined, masks: Masks, bounds: Bounds): RequestMessage {
  if (sent === undefined) return { method: "", target: "", fields: [] };
  const { url, method, headers, body } = sent;
  return keptMessage({ method, target: url.href, fields: [...headers], body: seen(body) }, masks, bounds);
}

/** The response of an upstream system, as far as it has come. */
export function receivedResponse(
  { response, body, bytes }: Exchange,
  masks: Masks,
  bounds: Bounds,
): ResponseMessage | undefined {
  if (response === undefined) return undefined;
  const fields: (readonly [string, string])[] = [];
  response.headers.forEach((value, name) => {
    fields.push([name, value]);
  });
  const passed = bytes ? { length: bytes } : undefined;
  return keptMessage({ status: response.status, fields, body: seen(body) ?? passed }, masks, bounds);
}
