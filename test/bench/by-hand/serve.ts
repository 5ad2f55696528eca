import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { accessLog, type Env } from "./hono.js";

const { FILES = ".", PORT, HOST = "127.0.0.1" } = process.env;

const app = new Hono<Env>();
app.use(accessLog);
app.use(async (c, next) => {
  await next();
  const { headers } = c.res;
  const mime = headers.get("content-type") ?? "";
  c.set("sent", { flow: "conf/flow.xml", mime, bytes: Number(headers.get("content-length")) });
});
app.use("/*", serveStatic({ root: FILES }));

serve({ fetch: app.fetch, port: Number(PORT), hostname: HOST });
