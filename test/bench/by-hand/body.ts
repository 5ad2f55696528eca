import { Hono } from "hono";

/** One member of a large body. */
export const app = new Hono();
app.post("/api/name", async (c) => c.json(JSON.parse(await c.req.text()).customer.name));
