import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { accessLog, logRequest } from "./log.js";

interface Order {
  readonly customer: { readonly name: string };
  readonly items: readonly {
    readonly id: number;
    readonly name: string;
    readonly price: number;
    readonly stock?: { readonly count: number; readonly warehouse: { readonly city: string } };
  }[];
}

interface User {
  readonly id: number;
  readonly name: string;
  readonly address: { readonly city: string };
}

interface UpstreamOrder {
  readonly id: number;
  readonly total: number;
}

class ApiError extends Error {
  constructor(
    message: string,
    readonly status: ContentfulStatusCode,
    readonly code: number,
  ) {
    super(message);
  }
}

const timeout = 3_000;
const maxBodyBytes = 10 * 1024 * 1024;

/** What `flows/` does, as a person would write it. */
export const app = new Hono().basePath("/api");
app.use(accessLog);

app.get("/hello", (c) => c.json({ greeting: `Hello, ${c.req.query("name") ?? ""}!` }));

app.post("/orders", async (c) => {
  if (Number(c.req.header("content-length")) > maxBodyBytes) throw new HTTPException(413);
  const order = await c.req.json<Order>();
  return c.json({
    customer: order.customer?.name ?? null,
    lines: order.items.map((item) => ({
      id: item.id,
      title: item.name,
      price: item.price,
      city: item.stock?.warehouse?.city ?? null,
      available: (item.stock?.count ?? 0) > 0 ? "yes" : "no",
    })),
  });
});

app.get("/user", async (c) => {
  const { status, value } = await load<User>("/user");
  return c.json({ id: value.id, name: value.name, city: value.address?.city ?? null, status });
});

app.get("/dashboard", async (c) => {
  const [user, orders] = await Promise.all([load<User>("/user"), load<UpstreamOrder[]>("/orders")]);
  return c.json({
    name: user.value.name,
    orders: orders.value.map(({ id, total }) => ({ id, total })),
  });
});

app.get("/limit", (c) => {
  const limit = Number(c.req.query("limit"));
  if (limit > 100) throw new ApiError(`limit ${limit} is too large`, 400, 4001);
  return c.json({ limit });
});

app.get("/items/:id", (c) => {
  const id = c.req.param("id");
  c.header("Cache-Control", "no-store");
  c.header("X-Item", id);
  return c.json({ id, agent: c.req.header("user-agent") ?? null }, 202);
});

app.onError((error, c) => {
  if (!(error instanceof ApiError)) return c.json({ title: "Internal Server Error" }, 500);
  console.error(
    JSON.stringify({
      timestamp: new Date().toISOString(),
      type: "alert",
      requestID: crypto.randomUUID(),
      topic: "error",
      message: error.message,
    }),
  );
  return c.json({ title: error.message, code: error.code, instance: c.req.path }, error.status);
});

async function load<T>(path: string): Promise<{ status: number; value: T }> {
  try {
    const url = `${process.env.UPSTREAM}${path}`;
    const started = performance.now();
    const response = await fetch(url, { signal: AbortSignal.timeout(timeout) });
    const value = (await response.json()) as T;
    logRequest(url, started, response);
    return { status: response.status, value };
  } catch {
    throw new HTTPException(502);
  }
}
