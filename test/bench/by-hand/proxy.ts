import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { proxy } from "hono/proxy";

const { UPSTREAM = "", PORT, HOST = "127.0.0.1" } = process.env;

const app = new Hono().basePath("/api");
app.all("/*", (context) =>
  proxy(`${UPSTREAM}${context.req.path.slice("/api".length)}`, { raw: context.req.raw }),
);

serve({ fetch: app.fetch, port: Number(PORT), hostname: HOST });
