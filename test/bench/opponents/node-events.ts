/** The events of the generated app, for frameworks on `node:http`. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Began, logAccess, logRequest } from "../by-hand/log.js";

export const begin = (): Began => ({
  requestID: randomUUID(),
  startedAt: Date.now(),
  started: performance.now(),
});

/** @param url of the request, as the client sent it */
export function logSent(
  began: Began,
  url: string,
  { method = "", headers, socket }: IncomingMessage,
  outgoing: Pick<ServerResponse, "statusCode" | "getHeader">,
  flow: string,
): void {
  logAccess(began, {
    url: `http://${headers.host}${url}`,
    path: url,
    status: outgoing.statusCode,
    method,
    agent: headers["user-agent"] ?? "",
    referrer: headers.referer ?? "",
    mime: mediaType(outgoing.getHeader("content-type")),
    bytes: Number(outgoing.getHeader("content-length") ?? 0),
    requestbytes: Number(headers["content-length"] ?? 0),
    flow,
    requestmime: headers["content-type"] ?? "",
    address: socket.remoteAddress ?? "",
  });
}

/** @param response of an upstream system, which is passed on */
export function logPassedOn(
  began: Began,
  url: string,
  { method = "" }: IncomingMessage,
  { statusCode = 0, headers }: Pick<IncomingMessage, "statusCode" | "headers">,
): void {
  logRequest(began, {
    url,
    method,
    status: statusCode,
    mime: headers["content-type"] ?? "",
    bytes: Number(headers["content-length"] ?? 0),
    id: "main.0",
    firstByte: performance.now() - began.started,
  });
}

/** Frameworks add the encoding to the type. */
const mediaType = (type: unknown): string => String(type ?? "").split(";")[0] ?? "";
