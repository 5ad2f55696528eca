import express from "express";
import { createProxyMiddleware } from "http-proxy-middleware";
import pino from "pino";
import { pinoHttp } from "pino-http";
import { ApiError, checkedLimit, joined, price, reshaped, status } from "./orders.mjs";

const { UPSTREAM, PORT, HOST } = process.env;

const app = express();
app.use(pinoHttp({ logger: pino(pino.destination({ dest: 2, sync: false })) }));
app.use("/api/files", createProxyMiddleware({ target: UPSTREAM }));
app.use(express.json({ limit: "10mb" }));

app.get("/api/status", (_, response) => void response.json(status()));
app.get("/api/price", ({ query }, response) => void response.json(price(Number(query.count))));
app.get("/api/items/:id", ({ params, headers }, response) => {
  response.status(202).set({ "Cache-Control": "no-store", "X-Item": params.id });
  response.json({ id: params.id, agent: headers["user-agent"] ?? null });
});
app.get("/api/limit", ({ query }, response) => void response.json(checkedLimit(Number(query.limit))));
app.post("/api/orders", ({ body }, response) => void response.json(reshaped(body)));
app.get("/api/user", async (_, response) => {
  const answer = await fetch(`${UPSTREAM}/user`, { signal: AbortSignal.timeout(3_000) });
  response.json(joined(await answer.json(), answer.status));
});

app.use((error, request, response, _next) => {
  if (!(error instanceof ApiError)) {
    response.status(500).json({ title: "Internal Server Error" });
    return;
  }
  request.log.error({ topic: "error" }, error.message);
  response.status(error.status).json({ title: error.message, code: error.code, instance: request.path });
});

app.listen(Number(PORT), HOST);
