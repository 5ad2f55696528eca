/** The responses that the client gets: content, status, header fields, errors, routing. */
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import {
  at,
  type Context,
  echo,
  type Flow,
  fail,
  type JsonValue,
  json,
  type Outcome,
  respond,
  type ServiceOptions,
  service,
  setHeaders,
  setStatus,
  string,
} from "../../runtime/index.js";
import { alert } from "../../runtime/request/flow-errors.js";
import { respondText } from "../../runtime/request/respond.js";
import { send } from "../support/client.js";
import { appOf } from "./support.js";

const run = (flow: Flow, options?: Partial<ServiceOptions>, method = "GET") =>
  send(appOf(flow, options), { path: "/api/x", method });

const asynchronous =
  (flow: ($: Context) => unknown): Flow =>
  async ($) => {
    await Promise.resolve();
    return flow($) as Outcome;
  };

describe("The main content", () => {
  test("a media type that would be two lines is left out", async () => {
    const response = await run(($) => respondText($, "x", "text/plain\r\nx-evil: 1"));
    expect([response.text, response.headers.get("x-evil")]).toEqual(["x", null]);
  });

  test("a number that JSON cannot hold becomes null with an alert", async () => {
    const response = await run(($) => respond($, { a: [Number.NaN], b: null }));
    expect(response.text).toBe('{"a":[null],"b":null}');
    expect(response.log).toMatchObject([
      { type: "engine_alert", topic: "template", message: expect.stringContaining("NaN") },
    ]);
  });

  test("JSON nested too deep to be written is an internal error", async () => {
    let deep: JsonValue = [];
    for (let depth = 0; depth < 200_000; depth++) deep = [deep];
    const response = await run(($) => respond($, deep));
    expect([response.status, response.json()]).toMatchObject([500, { error: { code: 5001 } }]);
  });
});

describe("The status", () => {
  test.each([
    [201, 201],
    [200, 200],
    [599, 599],
    [600, 500],
    [99, 500],
    [0, 500],
    [-1, 500],
    [404.5, 500],
    [Number.NaN, 500],
    [Number.POSITIVE_INFINITY, 500],
  ])("set to %d is sent as %d", async (code, status) => {
    const response = await run(($) => {
      setStatus($, code);
      respond($, "x");
    });
    expect([response.status, response.text, response.log]).toEqual([status, '"x"', []]);
  });

  test.each([204, 205, 304])("%d is sent without content", async (code) => {
    const response = await run(($) => {
      setStatus($, code);
      respond($, "x");
    });
    expect([response.status, response.text, response.headers.get("content-type")]).toEqual([code, "", null]);
  });

  test.each([100, 101, 199])("%d becomes 500 with an alert", async (code) => {
    const response = await run(($) => setStatus($, code));
    expect(response.status).toBe(500);
    expect(response.log).toMatchObject([
      { topic: "response", message: expect.stringContaining(String(code)) },
    ]);
  });
});

describe("Header fields", () => {
  const set = (fields: JsonValue, status?: number) =>
    run(($) => {
      setHeaders($, fields, status);
      respond($, 1);
    });

  test.each([
    [{ Status: 201 }, undefined, 201],
    [{ status: "202" }, undefined, 202],
    [{ STATUS: "" }, undefined, 500],
    [{ Status: "x" }, undefined, 500],
    [{ Status: true }, undefined, 500],
    [{ Status: null }, undefined, 200],
    [{ Status: 200 }, 404, 404],
    [{}, 404, 404],
  ])("%j with the attribute %s: status %d", async (fields, attribute, status) => {
    const response = await set(fields, attribute);
    expect([response.status, response.headers.has("status")]).toEqual([status, false]);
  });

  test.each([
    ["a line break in a value", { "x-a": "a\r\nx-evil: 1" }],
    ["a line feed in a value of several", { "x-a": ["a\nx-evil: 1"] }],
    ["a zero byte", { "x-a": "a\u0000" }],
    ["a character beyond Latin-1", { "x-a": "€" }],
    ["an object as value", { "x-a": { b: 1 } }],
    ["a line break in a name", { "x-a\r\nx-evil": "1" }],
    ["a space in a name", { "x a": "1" }],
    ["an empty name", { "": "1" }],
    ["content-length", { "Content-Length": "1000" }],
    ["transfer-encoding", { "transfer-encoding": "chunked" }],
    ["connection", { Connection: "close" }],
    ["no object", ["x-a"]],
    ["text", "x-a: 1"],
  ])("%s: left out with an alert", async (_, fields) => {
    const response = await set(fields as JsonValue);
    expect([response.status, response.text]).toEqual([200, "1"]);
    expect([...response.headers.keys()]).toEqual(["content-type"]);
    expect(response.log).toMatchObject([{ type: "engine_alert", topic: "set-response-headers" }]);
  });

  test("what can be sent of several is", async () => {
    const response = await set({ "x-a": ["1", "\n2\n3", null, "4"] });
    expect([response.headers.get("x-a"), response.log.length]).toEqual(["1, 4", 1]);
  });

  test("may be named __proto__ or constructor", async () => {
    const { headers } = await set(JSON.parse('{"__proto__":"1","constructor":"2"}') as JsonValue);
    expect([headers.get("__proto__"), headers.get("constructor")]).toEqual(["1", "2"]);
  });
});

describe.each([
  ["synchronous", (flow: ($: Context) => unknown): Flow => flow as Flow],
  ["asynchronous", asynchronous],
])("Flows that are %s", (_, made) => {
  test("an error discards content, status and what describes the content; other fields and variables stay", async () => {
    const flow = made(($) => {
      $.kept = "kept";
      respond($, "half");
      setHeaders(
        $,
        { "x-kept": "1", "content-type": "text/css", "Content-Encoding": "gzip", ETag: '"1"' },
        201,
      );
      return fail($, undefined);
    });
    for (const error of [undefined, made(($) => respond($, json($.kept)))]) {
      const { status, headers, text } = await run(flow, { error });
      expect([status, headers.get("x-kept"), headers.get("content-type")]).toEqual([
        500,
        "1",
        "application/json",
      ]);
      expect([headers.has("content-encoding"), headers.has("etag")]).toEqual([false, false]);
      expect(text).toContain(error === undefined ? "FlowError" : "kept");
    }
  });

  test("a fault is an internal error: logged with its stack, hidden from the client", async () => {
    const response = await run(
      made(() => {
        throw new TypeError("secret detail");
      }),
    );
    expect([response.status, response.json()]).toEqual([
      500,
      {
        error: {
          message: "Internal Server Error",
          status: 500,
          requestID: expect.any(String),
          info: [expect.not.stringContaining("secret")],
          code: 5001,
        },
      },
    ]);
    expect(Object.keys((response.json() as { error: object }).error)).toEqual([
      "message",
      "status",
      "requestID",
      "info",
      "code",
    ]);
    expect(response.log).toMatchObject([
      {
        type: "engine_alert",
        message: "TypeError: secret detail",
        stack: expect.stringContaining("response.test.ts"),
      },
    ]);
  });

  test("a fault in the error flow is answered too", async () => {
    const error = made(() => {
      throw "text";
    });
    const response = await run(
      made(($) => fail($, undefined)),
      { error },
    );
    expect([response.status, response.json()]).toMatchObject([500, { error: { code: 5001 } }]);
  });
});

test("A synchronous flow's response is there at once", () => {
  const { path } = service({ basePath: "/api", init: () => {} });
  const app = new Hono();
  app.all(...path("/a", { GET: ($) => respond($, 1) }));
  expect(app.fetch(new Request("http://h/api/a"))).toBeInstanceOf(Response);
});

test("an error too deep to be written is an internal error", async () => {
  let deep: JsonValue = [];
  for (let depth = 0; depth < 200_000; depth++) deep = [deep];
  const response = await run(($) => fail($, undefined, { deep }));
  expect([response.status, response.json()]).toMatchObject([500, { error: { code: 5001 } }]);
});

test("alert logs an event", async () => {
  const { log } = await run(($) => alert($, "topic", "text"));
  expect(log).toMatchObject([{ type: "engine_alert", topic: "topic", message: "text" }]);
});

describe("Routing", () => {
  const appWith = (options: Partial<ServiceOptions> = {}, basePath = "/api") => {
    const app = new Hono();
    const flows = service({ basePath, ...options });
    const named =
      (name: string): Flow =>
      ($) =>
        respond($, [name, string(at($.request, "method")), json(at($.request, "params"))]);
    app.all(...flows.path("/users", { GET: named("get"), POST: named("post") }));
    app.all(...flows.path("/users/{id}", { "*": named("any"), PUT: named("put") }));
    app.notFound(flows.notFound);
    return app;
  };
  const error = (status: number, info: string) => ({
    error: {
      message: "Input Validation Failed",
      status,
      requestID: expect.any(String),
      info: [info],
      code: 3204,
    },
  });

  test.each(["DELETE", "OPTIONS", "constructor", "__proto__"])("%s is not allowed", async (method) => {
    const response = await send(appWith({ init: ($) => echo($, "init") }), { method, path: "/api/users" });
    expect([response.status, response.headers.get("allow"), response.json()]).toEqual([
      405,
      "GET, POST, HEAD",
      error(405, `Method ${method} not allowed for /api/users.`),
    ]);
  });

  test("what is not allowed goes to the error flow, with Allow", async () => {
    const app = appWith({ error: ($) => respond($, json(at($.error, "status"))) });
    const response = await send(app, { method: "DELETE", path: "/api/users" });
    expect([response.status, response.text, response.headers.get("allow")]).toEqual([
      405,
      "405",
      "GET, POST, HEAD",
    ]);
  });

  test.each([
    ["text/html,application/xhtml+xml,*/*;q=0.8", "text/html; charset=utf-8", "<h1>Not Found</h1>"],
    ["application/json", "text/plain", "Not Found"],
    ["*/*", "text/plain", "Not Found"],
  ])("outside, a client that accepts %s gets %s", async (accept, type, text) => {
    const response = await send(appWith(), { path: "/none", headers: { accept } });
    expect([response.status, response.headers.get("content-type")]).toEqual([404, type]);
    expect(response.text).toContain(text);
  });

  test("a flow for the outside, without init", async () => {
    const outside: Flow = ($) => respond($, [json(at($.request, "path")), json(at($.request, "endpoint"))]);
    const app = appWith({ outside, init: ($) => setHeaders($, { "x-init": "ran" }) });
    const response = await send(app, { path: "/assets/x" });
    expect([response.json(), response.headers.has("x-init")]).toEqual([["/assets/x", "/assets/x"], false]);
    expect((await send(app, { path: "/api/x" })).status).toBe(400);
  });
});
