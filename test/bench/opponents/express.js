/** Does the same as `flows/`, as a person would write it with Express, `fetch` and the proxy that most take. */
import { Agent } from "node:http";
import express from "express";
import { createProxyMiddleware } from "http-proxy-middleware";
import { load } from "../by-hand/fetch-upstream.js";
import { logError } from "../by-hand/log.js";
import { joined, limitFailure, maxBodyBytes, price, reshaped, status } from "../by-hand/orders.js";
import { begin, logPassedOn, logSent } from "./node-events.js";

const { UPSTREAM, PORT, HOST } = process.env;
const app = express();
app.disable("x-powered-by");

app.use((request, response, next) => {
  response.locals.began = begin();
  response.on("finish", () =>
    logSent(response.locals.began, request.originalUrl, request, response, response.locals.flow ?? ""),
  );
  next();
});

/** Notes for the log which flow it is. */
const flow = (name) => (_, response, next) => {
  response.locals.flow = name;
  next();
};

app.get("/api/status", flow("status.xml"), (_, response) => {
  response.json(status());
});

app.get("/api/price", flow("price.xml"), (request, response) => {
  response.json(price(Number(request.query.count)));
});

app.get("/api/items/:id", flow("item.xml"), (request, response) => {
  const { id } = request.params;
  response.status(202).set({ "Cache-Control": "no-store", "X-Item": id });
  response.json({ id, agent: request.get("user-agent") ?? null });
});

app.get("/api/limit", flow("limit.xml"), (request, response) => {
  const limit = Number(request.query.limit);
  const failure = limitFailure(limit);
  if (failure !== undefined) throw failure;
  response.json({ limit });
});

app.post("/api/orders", flow("reshape.xml"), express.json({ limit: maxBodyBytes }), (request, response) => {
  response.json(reshaped(request.body));
});

app.get("/api/user", flow("upstream.xml"), async (_, response) => {
  const { status, value } = await load(response.locals.began, "user", "/user");
  response.json(joined(value, status));
});

app.use(
  "/api/files",
  flow("proxy.xml"),
  createProxyMiddleware({
    target: UPSTREAM,
    agent: new Agent({ keepAlive: true }),
    on: {
      proxyRes: (found, request, response) =>
        logPassedOn(response.locals.began, UPSTREAM + request.url, request, found),
    },
  }),
);

// Express knows by the number of parameters that it is there for errors.
app.use((failure, request, response, _next) => {
  const { message: title, code, status = 500 } = failure;
  logError(response.locals.began, failure);
  response.status(status).json({ title, code, instance: request.path });
});

app.listen(Number(PORT), HOST);
