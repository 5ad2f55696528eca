import { serve } from "@hono/node-server";
import { Ajv } from "ajv";
import { Hono } from "hono";
import { orderSchema, querySchemas } from "../order-schema.js";
import { accessLog, type Env, sendJson } from "./hono.js";

const ajv = new Ajv();
const isOrder = ajv.compile(orderSchema);
const isQuery = ajv.compile({ type: "object", required: ["q"], properties: querySchemas });

const app = new Hono<Env>().basePath("/api");
app.use(accessLog);
app.post("/orders", async (context) => {
  const order: unknown = await context.req.json();
  if (!isOrder(order)) return context.json({ error: ajv.errorsText(isOrder.errors) }, 400);
  const { items } = order as { items: readonly unknown[] };
  return sendJson(context, "orders.xml", { items: items.length });
});
app.get("/search", (context) => {
  const { q, limit } = context.req.query();
  const query = { q, ...(limit === undefined ? {} : { limit: Number(limit) }) };
  if (!isQuery(query)) return context.json({ error: ajv.errorsText(isQuery.errors) }, 400);
  return sendJson(context, "search.xml", { q, limit });
});
app.get("/open", (context) => sendJson(context, "open.xml", {}));

serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: "127.0.0.1" });
