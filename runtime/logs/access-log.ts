import { byteLength } from "../http/body-bytes.js";
import type { ClientRequest } from "../http/client-request.js";
import type { ClientUrl } from "../http/client-url.js";
import type { Reply } from "../http/reply.js";
import { type AccessRecord, noFields } from "./access-record.js";
import { countBytes } from "./count-bytes.js";
import { furtherMembers, type LoggedSpan, quoted, spanMembers } from "./json-line.js";
import { logText, timestamp } from "./log.js";
import { logUrl } from "./log-url.js";

/** What the event says about a request. */
export interface LoggedRequest {
  readonly requestID: string;
  readonly method: string;
  readonly url: ClientUrl;
  readonly client: ClientRequest;
  readonly access: AccessRecord;
  /** `undefined` if no trace is known that the request belongs to. */
  readonly trace: LoggedSpan | undefined;
  /** Bytes of the client's body; `undefined` if it was not read, or is empty. */
  readonly bodyLength: number | undefined;
  /** Set only if somebody observes all requests. */
  readonly observer: { ended(status: number): void } | undefined;
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

/** Writes the members one by one, which takes less time than making an object of them first. */
function writeAccess(request: LoggedRequest, reply: Reply, bytes: number): void {
  const { access } = request;
  const { timestamp, requestID, url, path, method, agent, referrer, flow, requestmime } =
    requestFields(request);
  const client = `"agent":${quoted(agent)},"referrer":${quoted(referrer)}`;
  const sent = `"mime":${quoted(field(reply, "content-type"))},"realtime":${access.realtime},"bytes":${bytes}`;
  const received = `"requestbytes":${requestBytes(request)},"flow":${quoted(flow)},"requestmime":${quoted(requestmime)}`;
  const location = quoted(logUrl(field(reply, "location")));
  const span = Object.hasOwn(access.fields, "trace_id") ? "" : spanMembers(request.trace); // the flow has its own
  const more = access.fields === noFields ? "" : furtherMembers(access.fields);
  logText(
    `{"timestamp":"${timestamp}","type":"engine_access","requestID":"${requestID}","url":${quoted(url)},"path":${quoted(path)},"status":${reply.status},"method":${quoted(method)},${client},${sent},${received},"location":${location}${span}${more}}`,
  );
  request.held?.answered();
  request.observer?.ended(reply.status);
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

/**
 * Bytes of the request body: as many as were read or, if nobody read it, as many as the client announced. JSON has no
 * infinite number.
 */
function requestBytes({ bodyLength, client }: LoggedRequest): number | null {
  const bytes = bodyLength ?? (Number(client.headers.get("content-length")) || 0);
  return Number.isFinite(bytes) ? bytes : null;
}
