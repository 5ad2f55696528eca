/** The parts that every Hono app written by hand has: a log, and responses whose length it knows. */
import { randomUUID } from "node:crypto";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context, MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type Began, logAccess, logged, logHandled } from "./log.js";

interface Sent {
  readonly flow: string;
  readonly mime: string;
  readonly bytes: number;
}

export interface Env {
  Variables: { began: Began; sent: Sent };
}

const notSent: Sent = { flow: "", mime: "", bytes: 0 };

const begin = (): Began => ({
  requestID: randomUUID(),
  startedAt: Date.now(),
  started: performance.now(),
});

/** When the request came; for a handler that writes its own line, when it asks. */
export const beganOf = <E extends Env>(c: Context<E>): Began => c.get("began") ?? begin();

/** The same events as a generated app, with all their fields. */
export const accessLog: MiddlewareHandler<Env> = async (c, next) => {
  const began = begin();
  c.set("began", began);
  await next();
  const { url, method } = c.req;
  const { flow, mime, bytes } = c.get("sent") ?? notSent;
  logAccess(began, {
    url,
    path: url.slice(url.indexOf("/", 8)),
    status: c.res.status,
    method,
    agent: c.req.header("user-agent") ?? "",
    referrer: c.req.header("referer") ?? "",
    mime,
    bytes,
    requestbytes: Number(c.req.header("content-length") ?? 0),
    flow,
    requestmime: c.req.header("content-type") ?? "",
    address: getConnInfo(c).remote.address ?? "",
  });
};

/** Notes for the log what is sent, or writes the line of the handler. */
export function noteSent<E extends Env>(c: Context<E>, status: number, sent: Sent): void {
  if (logged === "events") c.set("sent", sent);
  else if (logged === "line") {
    const { method, path } = c.req;
    const agent = c.req.header("user-agent") ?? "";
    logHandled({ requestID: randomUUID(), method, path, agent, status, bytes: sent.bytes });
  }
}

/** `c.json()`, and its part of the log. */
export function sendJson<E extends Env>(
  c: Context<E>,
  flow: string,
  value: unknown,
  status: ContentfulStatusCode = 200,
): Response {
  if (c.req.method === "HEAD") {
    noteSent(c, status, { flow, mime: "application/json", bytes: 0 });
    return c.body(null, status, { "content-type": "application/json" });
  }
  const text = JSON.stringify(value);
  noteSent(c, status, { flow, mime: "application/json", bytes: Buffer.byteLength(text) });
  return c.body(text, status, { "content-type": "application/json" });
}
