import proxy from "@fastify/http-proxy";
import fastify from "fastify";
import pino from "pino";
import { ApiError, checkedLimit, joined, price, reshaped, status } from "./orders.mjs";

const { UPSTREAM, PORT, HOST } = process.env;

const app = fastify({
  logger: { stream: pino.destination({ dest: 2, sync: false }) },
  bodyLimit: 10 * 1024 * 1024,
});

app.get("/api/status", () => status());
app.get("/api/price", ({ query }) => price(Number(query.count)));
app.get("/api/items/:id", ({ params, headers }, reply) => {
  reply.code(202).headers({ "cache-control": "no-store", "x-item": params.id });
  return { id: params.id, agent: headers["user-agent"] ?? null };
});
app.get("/api/limit", ({ query }) => checkedLimit(Number(query.limit)));
app.post("/api/orders", ({ body }) => reshaped(body));
app.get("/api/user", async () => {
  const response = await fetch(`${UPSTREAM}/user`, { signal: AbortSignal.timeout(3_000) });
  return joined(await response.json(), response.status);
});
app.register(proxy, { upstream: UPSTREAM, prefix: "/api/files", http: {} });

app.setErrorHandler((error, request, reply) => {
  if (!(error instanceof ApiError)) return reply.code(500).send({ title: "Internal Server Error" });
  request.log.error({ topic: "error" }, error.message);
  const { message: title, code } = error;
  return reply.code(error.status).send({ title, code, instance: request.url.split("?", 1)[0] });
});

await app.listen({ port: Number(PORT), host: HOST });
