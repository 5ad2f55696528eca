import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { lazyGlobals } from "../../base/lazy-globals.js";
import { clientAddress, peerAddress } from "../../http/client-request.js";
import type { Reply } from "../../http/reply.js";
import { receivedId } from "../../http/request-id.js";
import { logAccess } from "../../observe/logs/access-log.js";
import { AccessRecord } from "../../observe/logs/access-record.js";
import { refused } from "../../observe/telemetry/telemetry.js";
import { errorReply } from "./error-reply.js";
import { shielded } from "./faults.js";
import { RequestFields } from "./request-fields.js";
import type { Problem } from "./request-head.js";

/** For more requests than the process bears. */
export const overload: Problem = { status: 503, info: "There are too many requests now." };

/** Answers a request without keeping its body, and logs it. Says whether the connection stays open. */
export function refuse(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, info }: Problem,
): "close" | "keep" {
  const headers = new RequestFields(incoming.rawHeaders);
  const requestID = receivedId({ headers }, { incoming }) ?? lazyGlobals.uuid();
  const reply = errorReply(requestID, status, info);
  const announced = bodyLength(incoming);
  const isLast = status !== 503 || announced !== 0;
  if (status === 503) reply.head.push("retry-after", "1");
  if (isLast) reply.head.push("connection", "close");
  outgoing.writeHead(status, reply.head).write(reply.body);
  if (announced === 0) outgoing.end();
  else discardBody(incoming, () => outgoing.end());
  const { method = "", url = "" } = incoming;
  // If the request is malformed, no host and no URL are made up.
  const origin = status === 503 && url.startsWith("/") ? `http://${headers.get("host") ?? "localhost"}` : "";
  logRefused(requestID, method === "HEAD" ? { ...reply, bytes: 0 } : reply, {
    method,
    url: `${origin}${url}`,
    headers,
    bodyLength: announced,
    clientAddress: clientAddress({ headers }, { incoming }),
  });
  return isLast ? "close" : "keep";
}

/** Answers on a connection whose request could not be read, and closes it. */
export function refuseUnread(socket: Duplex, problem: Problem): void {
  const { requestID, reply } = cutShort(socket, problem);
  const headers = new RequestFields([]);
  const address = peerAddress({ headers }, { incoming: { socket } });
  logRefused(requestID, reply, { method: "", url: "", headers, bodyLength: 0, clientAddress: address });
}

/** The facts known of a request that no flow sees. */
interface Refused {
  readonly method: string;
  readonly url: string;
  readonly headers: RequestFields;
  readonly bodyLength: number | undefined;
  readonly clientAddress: string | undefined;
}

function logRefused(requestID: string, reply: Reply, request: Refused): void {
  const { method, url, headers, bodyLength, clientAddress = "" } = request;
  const own = { bindings: undefined, trace: undefined, events: undefined, held: undefined, keepAddress() {} };
  const access = new AccessRecord();
  logAccess(
    { requestID, method, url: { url }, client: { headers }, clientAddress, access, bodyLength, ...own },
    reply,
  );
  refused(reply.status);
}

/** Does the same without logging: the app has seen the request, and logs it. */
export function cutShort(socket: Duplex, { status, info }: Problem) {
  const requestID = lazyGlobals.uuid();
  const reply = errorReply(requestID, status, info);
  socket.end(rawResponse(reply));
  setTimeout(
    shielded(socket, () => socket.destroy()),
    patience,
  ).unref?.();
  return { requestID, reply };
}

function rawResponse({ status, head, body }: ReturnType<typeof errorReply>): string {
  const fields = [...head, "connection", "close", "date", new Date().toUTCString()];
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let index = 0; index < fields.length; index += 2) text += `${fields[index]}: ${fields[index + 1]}\r\n`;
  return `${text}\r\n${body}`;
}

/** Bytes that the client announced; `undefined` if the length of the body is not known. */
function bodyLength({ headers }: IncomingMessage): number | undefined {
  if (headers["transfer-encoding"] !== undefined) return undefined;
  return Number(headers["content-length"] ?? 0);
}

/** Milliseconds that a client has to read the response, while what it still sends is thrown away. */
const patience = 500;

/** Bytes of a body that are thrown away, so that a client that goes on sending comes to read the response. */
const maxDiscarded = 1024 * 1024;

/** Reads a body without keeping it. Closing the connection before would destroy the response on its way. */
function discardBody(incoming: IncomingMessage, done: () => void): void {
  let bytes = 0;
  const end = shielded(incoming.socket, () => {
    clearTimeout(timer);
    incoming.off("data", take).off("end", end).off("close", end);
    done();
  });
  const take = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > maxDiscarded) end();
  };
  const timer = setTimeout(end, patience);
  incoming.on("data", take).on("end", end).on("close", end);
}
