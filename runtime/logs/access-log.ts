import { byteLength } from "../http/body-bytes.js";
import type { ClientRequest } from "../http/client-request.js";
import type { ClientUrl } from "../http/client-url.js";
import type { Reply } from "../http/reply.js";
import type { AccessRecord } from "./access-record.js";
import { countBytes } from "./count-bytes.js";
import { logEvent, timestamp } from "./log.js";
import { logUrl } from "./log-url.js";

/** What the event says about a request. */
export interface LoggedRequest {
  readonly requestID: string;
  readonly method: string;
  readonly url: ClientUrl;
  readonly client: ClientRequest;
  readonly access: AccessRecord;
  /** Bytes of the client's body; `undefined` if it was not read, or is empty. */
  readonly bodyLength: number | undefined;
  /** Gets to know that the request is over. */
  readonly held: { answered(): void } | undefined;
}

/**
 * Writes the `engine_access` event of a request once its response is complete. The bytes of a streamed body are
 * counted.
 */
export function logAccess(request: LoggedRequest, reply: Reply): Reply {
  const { access } = request;
  const { body } = reply;
  const write = (bytes: number): void => writeAccess(request, reply, bytes);
  if (access.isStreamed) access.streamEnded = write;
  else if (body instanceof ReadableStream) return { ...reply, body: countBytes(body, write) };
  else writeAccess(request, reply, body === null ? 0 : byteLength(body));
  return reply;
}

function field({ headers }: Reply, name: string): string {
  return (headers instanceof Headers ? headers.get(name) : headers?.[name]) ?? "";
}

function writeAccess(request: LoggedRequest, reply: Reply, bytes: number): void {
  const { timestamp, type, requestID, url, path, method, agent, referrer, flow, requestmime } =
    requestFields(request);
  logEvent({
    timestamp,
    type,
    requestID,
    url,
    path,
    status: reply.status,
    method,
    agent,
    referrer,
    mime: field(reply, "content-type"),
    realtime: request.access.realtime,
    bytes,
    requestbytes: requestBytes(request),
    flow,
    requestmime,
    location: logUrl(field(reply, "location")),
    ...request.access.fields,
  });
  request.held?.answered();
}

/** The fields that are known before a request is answered, in the order of the log. What was not sent is empty. */
export function requestFields(request: LoggedRequest) {
  const { requestID, method, url, access, client } = request;
  const { headers } = client;
  return {
    timestamp: timestamp(access.startedAt),
    type: "engine_access",
    requestID,
    url: logUrl(url.url),
    path: logUrl(url.query === undefined ? url.path : `${url.path}?${url.query}`),
    method,
    agent: headers.get("user-agent") ?? "",
    referrer: logUrl(headers.get("referer") ?? ""),
    flow: access.flow,
    requestmime: headers.get("content-type") ?? "",
  };
}

/** Bytes of the request body: as many as were read or, if nobody read it, as many as the client announced. */
function requestBytes({ bodyLength, client }: LoggedRequest): number {
  return bodyLength ?? (Number(client.headers.get("content-length")) || 0);
}
