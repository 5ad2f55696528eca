import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { proxy } from "hono/proxy";
import { load } from "./fetch-upstream.js";
import { accessLog, beganOf, type Env, noteSent, sendJson } from "./hono.js";
import { logError, logged, logRequest } from "./log.js";
import {
  dashboard,
  invalid,
  isOrder,
  joined,
  keepAliveTimeout,
  limitFailure,
  maxBodyBytes,
  type Order,
  price,
  reshaped,
  searched,
  status,
  type UpstreamOrder,
  type User,
} from "./orders.js";

const { UPSTREAM = "", PORT, HOST = "127.0.0.1" } = process.env;

/** Does the same as `flows/`, as a person would write it with Hono and `fetch`. */
const root = new Hono<Env>();
if (logged === "events") root.use(accessLog);
root.notFound((c) => {
  noteSent(c, 404, { flow: "", mime: "text/plain", bytes: "Not Found".length });
  return c.body("Not Found", 404, { "content-type": "text/plain" });
});
const app = root.basePath("/api");

app.get("/status", (c) => sendJson(c, "status.xml", status()));

app.get("/price", (c) => sendJson(c, "price.xml", price(Number(c.req.query("count")))));

app.get("/items/:id", (c) => {
  const id = c.req.param("id");
  c.header("cache-control", "no-store");
  c.header("x-item", id);
  return sendJson(c, "item.xml", { id, agent: c.req.header("user-agent") ?? null }, 202);
});

app.get("/limit", (c) => {
  const limit = Number(c.req.query("limit"));
  const failure = limitFailure(limit);
  if (failure === undefined) return sendJson(c, "limit.xml", { limit });
  logError(beganOf(c), failure);
  const { message: title, code, status } = failure;
  return sendJson(c, "limit.xml", { title, code, instance: c.req.path }, status);
});

app.post("/orders", async (c) => {
  if (Number(c.req.header("content-length")) > maxBodyBytes) throw new HTTPException(413);
  return sendJson(c, "reshape.xml", reshaped(await c.req.json<Order>()));
});

app.post("/checked", async (c) => {
  if (Number(c.req.header("content-length")) > maxBodyBytes) throw new HTTPException(413);
  const order: unknown = await c.req.json();
  if (!isOrder(order)) return sendJson(c, "checked.xml", invalid, 400);
  return sendJson(c, "checked.xml", { items: order.items.length });
});

app.get("/search", (c) => {
  const found = searched(c.req.query("q"), c.req.query("limit"));
  if (found === undefined) return sendJson(c, "search.xml", invalid, 400);
  return sendJson(c, "search.xml", found);
});

app.get("/user", async (c) => {
  const { status, value } = await load<User>(beganOf(c), "user", "/user");
  return sendJson(c, "upstream.xml", joined(value, status));
});

app.get("/dashboard", async (c) => {
  const began = beganOf(c);
  const [user, orders] = await Promise.all([
    load<User>(began, "user", "/user"),
    load<UpstreamOrder[]>(began, "orders", "/orders"),
  ]);
  return sendJson(c, "parallel.xml", dashboard(user.value, orders.value));
});

app.all("/files/*", async (c) => {
  const began = { ...beganOf(c), startedAt: Date.now(), started: performance.now() };
  const url = UPSTREAM + c.req.path.slice("/api/files".length);
  const response = await proxy(url, { raw: c.req.raw });
  const mime = response.headers.get("content-type") ?? "";
  const bytes = Number(response.headers.get("content-length") ?? 0);
  logRequest(began, {
    url,
    method: c.req.method,
    status: response.status,
    mime,
    bytes,
    id: "main.0",
    firstByte: performance.now() - began.started,
  });
  noteSent(c, response.status, { flow: "proxy.xml", mime, bytes });
  return response;
});

app.onError((_, c) => sendJson(c, "", { title: "Internal Server Error" }, 500));

serve({ fetch: app.fetch, port: Number(PORT), hostname: HOST, serverOptions: { keepAliveTimeout } });
