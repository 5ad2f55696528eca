/** Does the same as `flows/`, as a person would write it with Fastify, `fetch` and Fastify's own proxy. */
import proxy from "@fastify/http-proxy";
import Fastify from "fastify";
import { load } from "../by-hand/fetch-upstream.js";
import { logError } from "../by-hand/log.js";
import { joined, limitFailure, maxBodyBytes, price, reshaped, status } from "../by-hand/orders.js";
import { begin, logPassedOn, logSent } from "./node-events.js";

const { UPSTREAM, PORT, HOST } = process.env;
const app = Fastify({ bodyLimit: maxBodyBytes });

app.decorateRequest("began", null);
app.addHook("onRequest", async (request) => {
  request.began = begin();
});
app.addHook("onResponse", async (request, reply) => {
  const { flow = "" } = request.routeOptions.config;
  logSent(request.began, request.originalUrl, request.raw, reply, flow);
});

const number = { type: "number" };
const string = { type: "string" };
const object = (properties) => ({ type: "object", properties });
const array = (items) => ({ type: "array", items });

/** The name of the flow is for the log, the schema for Fastify: it makes the code that writes the response of it. */
const route = (flow, properties, status = 200) => ({
  config: { flow },
  schema: { response: { [status]: object(properties) } },
});

const statusOptions = route("status.xml", {
  service: string,
  version: string,
  ready: { type: "boolean" },
  limits: object({ page: number, body: number }),
  links: array(string),
});
app.get("/api/status", statusOptions, async () => status());

const priceOptions = route("price.xml", { count: number, net: number, discount: number, total: number });
app.get("/api/price", priceOptions, async (request) => price(Number(request.query.count)));

const itemOptions = route("item.xml", { id: string, agent: { type: ["string", "null"] } }, 202);
app.get("/api/items/:id", itemOptions, async (request, reply) => {
  const { id } = request.params;
  reply.code(202).headers({ "cache-control": "no-store", "x-item": id });
  return { id, agent: request.headers["user-agent"] ?? null };
});

app.get("/api/limit", route("limit.xml", { limit: number }), async (request) => {
  const limit = Number(request.query.limit);
  const failure = limitFailure(limit);
  if (failure !== undefined) throw failure;
  return { limit };
});

app.setErrorHandler((failure, request, reply) => {
  const { message: title, code, status = 500 } = failure;
  logError(request.began, failure);
  reply.code(status).send({ title, code, instance: new URL(request.url, "http://localhost").pathname });
});

const line = object({ id: number, title: string, price: number, city: string, available: string });
const orderOptions = route("reshape.xml", { customer: string, lines: array(line) });
app.post("/api/orders", orderOptions, async (request) => reshaped(request.body));

const userOptions = route("upstream.xml", {
  id: number,
  name: string,
  city: string,
  status: number,
  titles: string,
  items: array(object({ id: number, title: string, price: string })),
});
app.get("/api/user", userOptions, async (request) => {
  const { status, value } = await load(request.began, "user", "/user");
  return joined(value, status);
});

app.register(proxy, {
  upstream: UPSTREAM,
  prefix: "/api/files",
  config: { flow: "proxy.xml" },
  replyOptions: {
    onResponse: (request, reply, { statusCode, headers, stream }) => {
      const url = UPSTREAM + request.url.slice("/api/files".length);
      logPassedOn(request.began, url, request.raw, { statusCode, headers: headers ?? reply.getHeaders() });
      reply.send(stream);
    },
  },
});

app.listen({ port: Number(PORT), host: HOST });
