import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { proxy } from "hono/proxy";
import { accessLog, logRequest } from "./log.js";

const { UPSTREAM = "", PORT, HOST = "127.0.0.1" } = process.env;

const app = new Hono().basePath("/api");
app.use(accessLog);
app.all("/*", async (context) => {
  const started = performance.now();
  const url = `${UPSTREAM}${context.req.path.slice("/api".length)}`;
  const response = await proxy(url, { raw: context.req.raw });
  logRequest(url, started, response);
  return response;
});

serve({ fetch: app.fetch, port: Number(PORT), hostname: HOST });
