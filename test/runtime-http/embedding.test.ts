/** A generated app inside another Hono app, as docs/embedding.md shows it: every answer stays. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { mount } from "hono/mount";
import { beforeAll, describe, expect, test } from "vitest";
import { app } from "../support/compile.js";
import { repository } from "../support/project.js";

const whole = `app.all("/api/*", (context) => flows.fetch(context.req.raw, context.env));`;
const prefixed = `app.all("/shop/*", mount(flows.fetch))`;

let api: Hono;

beforeAll(async () => {
  api = await app({
    "swagger.yaml": JSON.stringify({
      swagger: "2.0",
      basePath: "/api",
      "x-flow-error": { flow: "error.xml" },
      "x-flow-cors": { "allowed-origins": "https://shop.test" },
      paths: { "/orders/{id}": { get: { "x-flow": "order.xml" } } },
    }),
    "order.xml": "<flow><template>[ {{ $request/params/id }}, {{ $request/path }} ]</template></flow>",
    "error.xml": `<flow><template>{ "failed": {{ $error/info/value }}, "code": {{ $error/code }} }</template></flow>`,
  });
});

/** Expects the right answers, at the base path and beside it. */
async function expectAll(ask: (path: string, init?: RequestInit) => Promise<Response>, prefix: string) {
  const answer = async (path: string, init?: RequestInit) => {
    const response = await ask(prefix + path, init);
    const type = response.headers.get("content-type") ?? "";
    return [response.status, type.includes("json") ? await response.json() : await response.text()];
  };
  expect(await answer("/api/orders/7")).toEqual([200, ["7", "/api/orders/7"]]);
  expect(await answer("/api/other")).toEqual([400, { failed: "Path /api/other not found.", code: 3204 }]);
  expect(await answer("/api")).toEqual([400, { failed: "Path /api not found.", code: 3204 }]);
  expect(await answer("/api/orders/7", { method: "PUT" })).toEqual([
    405,
    { failed: "Method PUT not allowed for /api/orders/7.", code: 3204 },
  ]);
  const preflight = await ask(`${prefix}/api/orders/7`, {
    method: "OPTIONS",
    headers: { origin: "https://shop.test", "access-control-request-method": "GET" },
  });
  expect(preflight.headers.get("access-control-allow-origin")).toBe("https://shop.test");
}

describe("a program that embeds the app", () => {
  test("is the one that docs/embedding.md shows", () => {
    const page = readFileSync(join(repository, "docs/embedding.md"), "utf8");
    expect(page).toContain(whole);
    expect(page).toContain(prefixed);
  });

  test("keeps every answer, and its own", async () => {
    const server = new Hono();
    server.get("/health", (context) => context.text("ok"));
    server.all("/api/*", (context) => api.fetch(context.req.raw, context.env));
    server.notFound((context) => context.text("mine", 404));
    await expectAll(async (path, init) => server.request(path, init), "");
    expect(await (await server.request("/health")).text()).toBe("ok");
    expect(await (await server.request("/apix")).text()).toBe("mine");
  });

  test("keeps every answer below a prefix", async () => {
    const server = new Hono();
    server.all("/shop/*", mount(api.fetch));
    await expectAll(async (path, init) => server.request(path, init), "/shop");
    expect((await server.request("/shop/x")).status).toBe(404);
  });

  test("keeps every answer over HTTP", async () => {
    const server = new Hono();
    server.all("/api/*", (context) => api.fetch(context.req.raw, context.env));
    const listening = serve({ fetch: server.fetch, port: 0, hostname: "127.0.0.1" });
    await once(listening, "listening");
    const { port } = listening.address() as AddressInfo;
    try {
      await expectAll((path, init) => fetch(`http://127.0.0.1:${port}${path}`, init), "");
    } finally {
      listening.close();
    }
  });
});
