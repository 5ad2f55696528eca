import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { clientAddress, peerAddress } from "../../http/client-connection.js";
import { logRefused, type RefusedRequest } from "../../observe/logs/refused-request.js";
import { refused } from "../../observe/telemetry/telemetry.js";
import { errorDocument } from "./error-document.js";
import { shielded } from "./faults.js";
import { RequestFields } from "./request-fields.js";
import type { Problem } from "./request-head.js";

/** For more requests than the process bears. */
export const overload: Problem = { status: 503, info: "There are too many requests now." };

/** Answers a request without keeping its body, and logs it. Says whether the connection stays open. */
export function refuse(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  problem: Problem,
): "close" | "keep" {
  const requestID = crypto.randomUUID();
  const { status, info } = problem;
  const document = errorDocument(requestID, status, info);
  const hasBody = bodyLength(incoming) !== 0;
  const isLast = status !== 503 || hasBody;
  outgoing.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": document.length,
    ...(status === 503 ? { "Retry-After": "1" } : {}),
    ...(isLast ? { Connection: "close" } : {}),
  });
  outgoing.write(document);
  if (hasBody) discardBody(incoming, () => outgoing.end());
  else outgoing.end();
  const bytes = incoming.method === "HEAD" ? 0 : document.length;
  observeRefused({ ...described(incoming, problem), requestID, status, bytes });
  return isLast ? "close" : "keep";
}

/** Answers on a connection whose request could not be read, and closes it. */
export function refuseUnread(socket: Duplex, problem: Problem): void {
  const address = peerAddress({ headers: new Headers() }, { incoming: { socket } }) ?? "";
  observeRefused({ ...unknown, ...cutShort(socket, problem), clientAddress: address });
}

function observeRefused(request: RefusedRequest): void {
  logRefused(request);
  refused(request.status);
}

/** Does the same without logging: the app has seen the request, and logs it. */
export function cutShort(socket: Duplex, problem: Problem) {
  const { status, info } = problem;
  const requestID = crypto.randomUUID();
  const document = errorDocument(requestID, status, info);
  socket.end(rawResponse(status, document));
  setTimeout(
    shielded(socket, () => socket.destroy()),
    patience,
  ).unref?.();
  return { requestID, status, bytes: document.length };
}

function rawResponse(status: number, document: string): string {
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json",
    `Content-Length: ${document.length}`,
    "Connection: close",
    `Date: ${new Date().toUTCString()}`,
    "",
    document,
  ].join("\r\n");
}

const unknown = {
  ...{ url: "", path: "", method: "", agent: "", referrer: "", requestmime: "" },
  requestbytes: 0,
};

/** What is known about the request. If it is malformed, no host and no URL are made up. */
function described(incoming: IncomingMessage, { status }: Problem) {
  const { method = "", url = "", headers } = incoming;
  const isPath = url.startsWith("/");
  return {
    url: status === 503 && isPath ? `http://${headers.host ?? "localhost"}${url}` : url,
    path: url,
    method,
    agent: headers["user-agent"] ?? "",
    referrer: headers.referer ?? "",
    requestmime: headers["content-type"] ?? "",
    requestbytes: bodyLength(incoming) ?? 0,
    clientAddress: clientAddress({ headers: new RequestFields(incoming.rawHeaders) }, { incoming }) ?? "",
  };
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
