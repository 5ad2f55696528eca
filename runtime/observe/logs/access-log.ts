import type { JsonObject } from "../../data/model/values.js";
import { byteLength } from "../../http/body-bytes.js";
import type { RequestUrl } from "../../http/client-url.js";
import { fieldOf, type Reply } from "../../http/reply.js";
import { type AccessRecord, noFields } from "./access-record.js";
import { furtherMembers, quoted, repeated, spanMembers } from "./json-line.js";
import { countLeftOut, type EventOwner, isKept } from "./left-out.js";
import { eventOrigin, logText, timestamp } from "./log.js";
import { logUrl, mayHide } from "./log-url.js";
import { systemFields } from "./system-fields.js";

/** The facts about a request that the event states. */
export interface LoggedRequest extends EventOwner {
  readonly method: string;
  readonly url: Pick<RequestUrl, "url" | "plainTarget">;
  readonly client: { readonly headers: Pick<Headers, "get"> };
  /** Empty if it is not known. */
  readonly clientAddress: string;
  /** The address is asked for later. */
  keepAddress(): void;
  /** Bytes of the client's body; `undefined` if it was not read, or is empty. */
  readonly bodyLength: number | undefined;
  /** Set only if somebody listens to the request. */
  readonly events: { ended(status: number): void } | undefined;
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
  const isPassed = typeof body !== "string" && body instanceof ReadableStream;
  if (access.isStreamed || isPassed) request.keepAddress();
  if (access.isStreamed) access.streamEnded = (bytes) => writeAccess(request, reply, bytes);
  else if (isPassed)
    return { ...reply, body: countBytes(body, (bytes) => writeAccess(request, reply, bytes)) };
  else writeAccess(request, reply, reply.bytes ?? (body === null ? 0 : byteLength(body)));
  return reply;
}

function writeAccess(request: LoggedRequest, reply: Reply, bytes: number): void {
  const { access } = request;
  access.isOver = true;
  if (reply.status >= 500) access.hasFailed = true;
  if (access.waiting !== undefined) endWaiting(access, access.waiting);
  if (isKept("LOG_ACCESS", request)) logText(accessLine(request, reply, bytes));
  else countLeftOut("access");
  request.held?.answered();
  request.events?.ended(reply.status);
}

/** It is known now whether the request has failed, and so what becomes of the events that wait for that. */
function endWaiting(access: AccessRecord, waiting: NonNullable<AccessRecord["waiting"]>): void {
  access.waiting = undefined;
  if (access.hasFailed) for (const line of waiting) logText(line());
  else countLeftOut("upstream", waiting.length);
}

/** Joins the members one by one, which takes less time than making an object of them first. */
function accessLine(request: LoggedRequest, reply: Reply, bytes: number): string {
  const { access, client, method, trace } = request;
  const { headers } = client;
  const { head, status } = reply;
  const { url, path } = quotedUrls(request.url);
  const client_address = request.clientAddress;
  const further =
    access.fields === noFields
      ? `,"client_address":${quotedAddress(client_address)},"subject":${quoted(access.subject)}${spanMembers(trace)}${eventOrigin().text}`
      : furtherMembers(withOwnFields(request), systemFields);
  const location = fieldOf(head, "location");
  return `{"timestamp":"${timestamp(access.startedAt)}","type":"engine_access","requestID":"${request.requestID}","url":${url},"path":${path},"status":${status},"method":"${method}","agent":${quotedAgent(headers.get("user-agent") ?? "")},"referrer":${quotedUrl(headers.get("referer"))},"mime":${quotedType(fieldOf(head, "content-type") ?? "")},"realtime":${access.realtime},"bytes":${bytes},"requestbytes":${requestBytes(request)},"flow":${quotedFlow(access.flow)},"requestmime":${quoted(headers.get("content-type") ?? "")},"location":${quotedUrl(location)}${further}}`;
}

function quotedUrls({ url, plainTarget }: LoggedRequest["url"]): Readonly<Record<"url" | "path", string>> {
  if (plainTarget !== undefined && !mayHide(plainTarget))
    return { url: `"${url}"`, path: `"${plainTarget}"` };
  const shown = logUrl(url);
  return { url: quoted(shown), path: quoted(pathOf(shown)) };
}

function quotedUrl(url: string | null | undefined): string {
  return url == null ? '""' : quoted(logUrl(url));
}

const quotedAgent = repeated();
const quotedType = repeated();
const quotedFlow = repeated();
const quotedAddress = repeated();

/** The path and the query of a URL. A request that was refused may have something else in its place. */
function pathOf(url: string): string {
  const scheme = url.indexOf("://");
  if (scheme < 0) return url;
  const start = url.indexOf("/", scheme + 3);
  return start < 0 ? "/" : url.slice(start);
}

/** Returns the fields behind those that flows cannot set. Those that they add take the place of others. */
function withOwnFields({ clientAddress, access, trace }: LoggedRequest): JsonObject {
  const { subject, fields } = access;
  const isTraced = trace !== undefined && !Object.hasOwn(fields, "trace_id");
  const span: JsonObject = isTraced ? { trace_id: trace.traceID, span_id: trace.spanID } : {};
  return { client_address: clientAddress, subject, ...span, ...eventOrigin().members, ...fields };
}

/** The fields that are known before a request is answered, in the order of the log. What was not sent is empty. */
export function requestFields(request: LoggedRequest) {
  const { requestID, method, access, client } = request;
  const { headers } = client;
  const url = logUrl(request.url.url);
  return {
    timestamp: timestamp(access.startedAt),
    type: "engine_access",
    requestID,
    url,
    path: pathOf(url),
    method,
    agent: headers.get("user-agent") ?? "",
    referrer: logUrl(headers.get("referer") ?? ""),
    flow: access.flow,
    requestmime: headers.get("content-type") ?? "",
    client_address: request.clientAddress,
    subject: access.subject,
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

/**
 * The same stream. `ended` gets the number of bytes that went through it when it ends or fails, or when nobody reads it
 * any more.
 */
function countBytes(
  stream: ReadableStream<Uint8Array>,
  ended: (bytes: number) => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let bytes = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) {
            bytes += value.byteLength;
            controller.enqueue(value);
            return;
          }
          controller.close();
        } catch (error) {
          controller.error(error);
        }
        ended(bytes);
      },
      cancel(reason) {
        ended(bytes);
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
