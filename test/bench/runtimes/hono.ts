/**
 * Does the same as some of `flows/`, as a person would write it with Hono. The line of the log is written by the handlers:
 * a middleware would cost more.
 */
import { type Context, Hono } from "hono";
import type { GetConnInfo } from "hono/conninfo";
import { HTTPException } from "hono/http-exception";
import { maxBodyBytes, type Order, price, reshaped, status } from "../by-hand/orders.js";
import { begin, limited, type Received, sent } from "./exchange.js";

/** @param connInfo that of the platform */
export function honoApp(connInfo: GetConnInfo): Hono {
  const received = (c: Context): Received => ({
    began: begin(),
    method: c.req.method,
    url: c.req.url,
    field: (name) => c.req.header(name),
    address: connInfo(c).remote.address ?? "",
  });
  const sendJson = (c: Context, of: Received, flow: string, value: unknown, status: 200 | 400 = 200) =>
    c.body(sent(of, flow, value, status), status, { "content-type": "application/json" });

  const app = new Hono().basePath("/api");
  app.get("/status", (c) => sendJson(c, received(c), "status.xml", status()));
  app.get("/price", (c) => sendJson(c, received(c), "price.xml", price(Number(c.req.query("count")))));
  app.get("/limit", (c) => {
    const of = received(c);
    const { value, status } = limited(of.began, Number(c.req.query("limit")), c.req.path);
    return sendJson(c, of, "limit.xml", value, status);
  });
  app.post("/orders", async (c) => {
    const of = received(c);
    if (Number(of.field("content-length")) > maxBodyBytes) throw new HTTPException(413);
    return sendJson(c, of, "reshape.xml", reshaped(await c.req.json<Order>()));
  });
  return app;
}
