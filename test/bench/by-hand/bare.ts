import { serve } from "@hono/node-server";
import { Hono } from "hono";

const app = new Hono();
app.get("/api/hello", (c) => c.json({ greeting: "Hello!" }));
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: process.env.HOST ?? "127.0.0.1" });
