import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { accessLog } from "./log.js";

const { FILES = ".", PORT, HOST = "127.0.0.1" } = process.env;

const app = new Hono();
app.use(accessLog);
app.use("/*", serveStatic({ root: FILES }));

serve({ fetch: app.fetch, port: Number(PORT), hostname: HOST });
