/** The parts that every Hono app written by hand has: an access log, and responses whose length it knows. */
import { randomUUID } from "node:crypto";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context, MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type Began, logAccess } from "./log.js";

interface Sent {
  readonly flow: string;
  readonly mime: string;
  readonly bytes: number;
}

export interface Env {
  Variables: { began: Began; sent: Sent };
}

const notSent: Sent = { flow: "", mime: "", bytes: 0 };

export const accessLog: MiddlewareHandler<Env> = async (c, next) => {
  const began = { requestID: randomUUID(), startedAt: Date.now(), started: performance.now() };
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

/** `c.json()`, and a note for the log. */
export function sendJson<E extends Env>(
  c: Context<E>,
  flow: string,
  value: unknown,
  status: ContentfulStatusCode = 200,
): Response {
  if (c.req.method === "HEAD") {
    c.set("sent", { flow, mime: "application/json", bytes: 0 });
    return c.body(null, status, { "content-type": "application/json" });
  }
  const text = JSON.stringify(value);
  c.set("sent", { flow, mime: "application/json", bytes: Buffer.byteLength(text) });
  return c.body(text, status, { "content-type": "application/json" });
}
