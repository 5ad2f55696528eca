import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";

/** One line for each request, as generated apps write it, with what a handler knows without looking at its response. */
export const accessLog: MiddlewareHandler = async (c, next) => {
  const started = performance.now();
  const timestamp = new Date().toISOString();
  await next();
  console.error(
    JSON.stringify({
      timestamp,
      type: "access",
      requestID: randomUUID(),
      url: c.req.url,
      path: c.req.path,
      status: c.res.status,
      method: c.req.method,
      agent: c.req.header("user-agent") ?? "",
      referrer: c.req.header("referer") ?? "",
      realtime: (performance.now() - started) / 1000,
    }),
  );
};

/** The same for an upstream request. */
export const logRequest = (url: string, started: number, response: Response): void =>
  console.error(
    JSON.stringify({
      timestamp: new Date().toISOString(),
      type: "request",
      url,
      method: "GET",
      status: response.status,
      mime: response.headers.get("content-type"),
      duration: (performance.now() - started) / 1000,
    }),
  );
