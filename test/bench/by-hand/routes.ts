import { Hono } from "hono";
import { patterns } from "../routes.js";
import { accessLog, type Env, sendJson } from "./hono.js";

/** As many routes as the generated app has, with as little behind them. */
export const app = new Hono<Env>();
app.use(accessLog);
for (const pattern of patterns) {
  app.get(`/api${pattern.replace(/\{(\w+)\}/g, ":$1")}`, (c) => sendJson(c, "ok.xml", { ok: true }));
}
