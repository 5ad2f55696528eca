/** `x-flow-limit`: how many requests of clients are let through. */
import type { Hono } from "hono";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { type ClientRequest, send } from "../support/client.js";
import { app } from "../support/compile.js";
import { needing } from "../support/needs.js";
import { RunningRedis, redis } from "../support/redis.js";
import { bearer } from "../support/secured.js";
import { built, served } from "../support/served.js";
import { hmacToken } from "../support/tokens.js";

/** Equal files make one app, whose counts stay. */
let apps = 0;

/** @param limits of the top level, of the path `/a`, and of its operation `get` */
function limited(limits: { top?: unknown; path?: unknown; get?: unknown }, more: object = {}): Promise<Hono> {
  const at = (limit: unknown) => (limit === undefined ? {} : { "x-flow-limit": limit });
  const api = {
    swagger: "2.0",
    info: { title: `app ${apps++}`, version: "1" },
    basePath: "/t",
    "x-flow": "ok.xml",
    ...at(limits.top),
    paths: { "/a": { ...at(limits.path), get: at(limits.get), put: {} }, "/b": {} },
    ...more,
  };
  return app({
    "swagger.yaml": JSON.stringify(api),
    "ok.xml": `<flow><template>{ "ok": true }</template></flow>`,
    "error.xml": `<flow><template>{ "code": {{ $error/code }}, "info": {{ $error/info/value[1] }} }</template></flow>`,
  });
}

/** The statuses of requests, one after the other: `GET /a`, or `GET /b x` with a field `X-Key: x`. */
async function ask(one: Hono, ...requests: readonly string[]): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (const request of requests) {
    const [method = "", path = "", key] = request.split(" ");
    const headers: ClientRequest["headers"] = key === undefined ? {} : { "x-key": key };
    statuses.push((await send(one, { method, path: `/t${path}`, headers })).status);
  }
  return statuses;
}

const a = "GET /a";

describe("in process", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
  afterEach(() => vi.useRealTimers());

  test("so many at once, then as the rate says", async () => {
    const one = await limited({ top: { rate: "60/min", burst: 2 } });
    expect(await ask(one, a, a, a)).toEqual([200, 200, 429]);
    vi.advanceTimersByTime(900);
    expect(await ask(one, a)).toEqual([429]);
    vi.advanceTimersByTime(150);
    expect(await ask(one, a, a)).toEqual([200, 429]);
    vi.advanceTimersByTime(60_000);
    expect(await ask(one, a, a, a)).toEqual([200, 200, 429]);
  });

  test("without burst, all of the rate may come at once", async () => {
    expect(await ask(await limited({ top: { rate: "3/h" } }), a, a, a, a)).toEqual([200, 200, 200, 429]);
  });

  test("the innermost one counts, and each counts for all that inherit it", async () => {
    const once = { rate: "1/h" };
    const shared = await limited({ top: once });
    expect(await ask(shared, a, "PUT /a", "GET /b")).toEqual([200, 429, 429]);
    const own = await limited({ top: once, path: once, get: once });
    expect(await ask(own, a, a, "PUT /a", "PUT /a", "GET /b", "GET /b")).toEqual([
      200, 429, 200, 429, 200, 429,
    ]);
    const none = await limited({ top: once, get: false });
    expect(await ask(none, a, a, "PUT /a", "PUT /a")).toEqual([200, 200, 200, 429]);
  });

  test("each key has a counter of its own", async () => {
    const key = ["$request/headers/x-key", "$request/method"];
    const one = await limited({ top: { rate: "1/h", key } });
    expect(await ask(one, "GET /a x", "GET /a x", "GET /a y", "PUT /a x", a, a)).toEqual([
      200, 429, 200, 200, 200, 429,
    ]);
    expect(await ask(one, "GET /a __proto__", "GET /a __proto__")).toEqual([200, 429]);
  });

  test("a key is any expression over the request, the environment and the claims of tokens", async () => {
    const key = [
      "concat(tolower($request/headers/x-key), '-', string-length($request/method))",
      "$request/headers/x-key[starts-with(., 'vip')] and $env/LIMIT_VIPS",
      "substring-before($jwt/sub, '@')",
    ];
    const security = { securityDefinitions: { Token: bearer() }, security: [{ Token: [] }] };
    const one = await limited({ top: { rate: "1/h", key } }, security);
    const as = async (sub: string, name: string) => {
      const headers = { "x-key": name, authorization: `Bearer ${hmacToken({ sub })}` };
      return (await send(one, { path: "/t/a", headers })).status;
    };
    expect([await as("ada@x", "vip"), await as("ada@y", "VIP"), await as("bob@x", "vip")]).toEqual([
      200, 429, 200,
    ]);
    vi.stubEnv("LIMIT_VIPS", "yes");
    const statuses = [await as("ada@x", "vip"), await as("ada@x", "VIP"), await as("ada@x", "vip")];
    vi.unstubAllEnvs();
    expect(statuses).toEqual([200, 429, 429]);
  });

  test("a claim counts once the token has been checked: requests without one take nothing from anybody", async () => {
    const key = ["$jwt/sub", "$request/client-address"];
    const security = { securityDefinitions: { Token: bearer() }, security: [{ Token: [] }] };
    const one = await limited({ top: { rate: "1/h", key } }, security);
    const as = async (token: string | undefined) => {
      const headers: ClientRequest["headers"] =
        token === undefined ? {} : { authorization: `Bearer ${token}` };
      return (await send(one, { path: "/t/a", headers })).status;
    };
    const [ada, bob] = [hmacToken({ sub: "ada" }), hmacToken({ sub: "bob" })];
    const forged = hmacToken({ sub: "ada" }, "HS256", "other");
    const asked = [forged, undefined, ada, ada, bob, forged];
    const statuses: number[] = [];
    for (const token of asked) statuses.push(await as(token));
    expect(statuses).toEqual([403, 403, 200, 429, 200, 403]);
  });

  test("the answer says when to come again; an error flow can answer", async () => {
    const limit = { rate: "1/min", headers: true };
    const one = await limited({ top: limit }, { "x-flow-error": { flow: "error.xml" } });
    const [first, second] = [await send(one, { path: "/t/a" }), await send(one, { path: "/t/a" })];
    expect(first.headers.get("ratelimit")).toBe('"default";r=0;t=60');
    expect(first.headers.get("ratelimit-policy")).toBe('"default";q=1;w=60');
    expect(Object.fromEntries(second.headers)).toMatchObject({
      "retry-after": "60",
      ratelimit: '"default";r=0;t=60',
    });
    expect([second.status, second.json()]).toEqual([429, { code: 3210, info: "Try again in 60 s." }]);
    const plain = await limited({ top: { rate: "1/min" } });
    expect(await ask(plain, a, a)).toEqual([200, 429]);
    expect((await send(plain, { path: "/t/a" })).json()).toMatchObject({
      error: { status: 429, code: 3210, message: "Rate Limit Exceeded" },
    });
    expect((await send(plain, { path: "/t/a" })).headers.get("ratelimit")).toBe(null);
  });
});

describe("With Redis", needing(redis), () => {
  let server: RunningRedis;
  beforeAll(async () => {
    server = await RunningRedis.start();
  });
  beforeEach(() => void vi.stubEnv("FLOW_CACHE_URL", server.url));
  afterEach(() => vi.unstubAllEnvs());
  afterAll(() => server.stop());

  test("two instances count together", async () => {
    const limit = { top: { rate: "3/h", key: "$request/headers/x-key" } };
    const title = { info: { title: "shared", version: "1" } };
    const [first, second] = [await limited(limit, title), await limited(limit, { ...title, host: "other" })];
    expect(await ask(first, "GET /a x", "GET /a x")).toEqual([200, 200]);
    expect(await ask(second, "GET /a x", "GET /a x", "GET /a y")).toEqual([200, 429, 200]);
    expect(await ask(first, "GET /a x")).toEqual([429]);
  });

  test("two processes let through what the rate allows, once; the loss of Redis opens or closes both", async () => {
    const own = await RunningRedis.start();
    onTestFinished(() => own.stop());
    const once = { rate: "5/h" };
    const api = {
      swagger: "2.0",
      "x-flow": "ok.xml",
      paths: {
        "/open": { "x-flow-limit": once },
        "/closed": { "x-flow-limit": { ...once, "without-redis": "closed" } },
      },
    };
    const ok = "<flow><template>{}</template></flow>";
    const out = await built({ "swagger.yaml": JSON.stringify(api), "ok.xml": ok });
    const processes = await Promise.all([1, 2].map(() => served(out, { FLOW_CACHE_URL: own.url })));
    const statuses = async (path: string, count: number) => {
      const asked = Array.from({ length: count }, (_, index) => fetch(`${processes[index % 2]?.url}${path}`));
      return (await Promise.all(asked)).map(({ status }) => status).sort();
    };
    const passed = [...Array(5).fill(200), ...Array(7).fill(429)];
    expect([await statuses("/open", 12), await statuses("/closed", 12)]).toEqual([passed, passed]);
    await own.stop();
    expect([await statuses("/open", 4), await statuses("/closed", 4)]).toEqual([
      Array(4).fill(200),
      Array(4).fill(503),
    ]);
    const message = "The counters in Redis cannot be used";
    await vi.waitFor(() =>
      expect(processes.map((each) => each.log().includes(message))).toEqual([true, true]),
    );
  });

  test("its loss opens or closes", async () => {
    const open = await limited({ top: { rate: "1/h" } });
    const closed = await limited({ top: { rate: "1/h", "without-redis": "closed" } });
    expect(await ask(open, a, a)).toEqual([200, 429]);
    expect(await ask(closed, a, a)).toEqual([200, 429]);
    await server.stop();
    const { status, log } = await send(open, { path: "/t/a" });
    const message = "The counters in Redis cannot be used: all requests are let through.";
    expect([status, log]).toMatchObject([200, [{ topic: "limit", message }]]);
    // It is no fault of the client.
    const refused = await send(closed, { path: "/t/a" });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(refused.json()).toMatchObject({
      error: { code: 5002, info: ["Requests cannot be counted now."] },
    });
  });
});
