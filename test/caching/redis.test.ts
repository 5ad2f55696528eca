/** `FLOW_CACHE_URL`: a cache in Redis, and what may be wrong with it. */

import { createServer } from "node:net";
import { createClient } from "@redis/client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { faultCounts } from "../../runtime/observe/logs/faults.js";
import { needing } from "../support/needs.js";
import { RunningRedis, redis as redisServer } from "../support/redis.js";
import { deadUrl } from "../support/servers.js";
import { CacheTest, type Got } from "./cache-test.js";

const cache = new CacheTest({ "use-http-cache": true });

beforeEach(() => {
  cache.fixed({ "cache-control": "max-age=60", etag: '"v1"' });
});
afterEach(() => vi.unstubAllEnvs());

/** The response came from the upstream, and one line in the log tells what was wrong with the cache. */
function expectFault(got: Got, message: RegExp): void {
  expect(got).toMatchObject({ status: 200, hit: false });
  expect(got.log).toMatchObject([
    { type: "engine_alert", topic: "cache", message: expect.stringMatching(message) },
  ]);
  expect(JSON.stringify(got.log)).not.toMatch(/secret|127\.0\.0\.1/);
}

describe("With Redis", needing(redisServer), () => {
  let redis: RunningRedis;
  let client: ReturnType<typeof createClient>;

  beforeAll(async () => {
    redis = await RunningRedis.start("--requirepass", "secret");
    client = createClient({ url: authorised(), socket: { reconnectStrategy: 20 } });
    client.on("error", () => {});
    await client.connect();
  });
  afterAll(async () => {
    client.destroy();
    await redis.stop();
  });
  beforeEach(async () => {
    vi.stubEnv("FLOW_CACHE_URL", authorised());
    await client.flushAll();
    await cache.restart();
  });

  const authorised = () => redis.url.replace("//", "//:secret@");

  test("apps have one cache", async () => {
    await cache.ask();
    await cache.restart();
    expect(await cache.ask()).toMatchObject({
      body: "1",
      hit: true,
      headers: { "cache-control": "max-age=60" },
      log: [],
    });
  });

  test("what is stale is revalidated", async () => {
    await cache.ask();
    cache.pass(100);
    cache.fixed({ etag: '"v1"' }, { status: 304 });
    expect(await cache.ask()).toMatchObject({ body: "1", hit: true });
    expect(cache.server.requests[1]).toMatchObject({ "if-none-match": '"v1"' });
  });

  test("what one app changes, all forget", async () => {
    await cache.ask();
    await cache.ask({ method: "POST" });
    await cache.restart();
    expect((await cache.ask()).hit).toBe(false);
  });

  test("nothing stays for ever", async () => {
    await cache.ask();
    const keys = await client.keys("*");
    expect(keys).toHaveLength(2);
    for (const key of keys) expect(await client.ttl(key)).toBeGreaterThan(60);
  });

  test("no credentials are in it", async () => {
    cache.fixed({ "cache-control": "public, max-age=60", vary: "Authorization, X-Key" });
    await cache.ask({ headers: { authorization: "Bearer swordfish", "x-key": "swordfish" } });
    const keys = await client.keys("*");
    expect(keys).toHaveLength(2);
    expect(JSON.stringify([keys, await client.mGet(keys)])).not.toContain("swordfish");
  });

  const garbage = ["", "x", "\n", "null\n", "{}\n", '{"length":0,"head":null}\n', '{"length":0,"head":{}}\n'];

  test.each(garbage)("an item that is damaged, %j, is alerted, and another takes its place", async (item) => {
    await cache.ask();
    for (const key of await client.keys("*")) await client.set(key, item);
    expectFault(await cache.ask(), /cannot be read|damaged/);
    expect(await cache.ask()).toMatchObject({ body: "2", hit: true, log: [] });
  });

  test("a response that is damaged is alerted, and another takes its place", async () => {
    await cache.ask();
    for (const key of await client.keys("*")) {
      const item = (await client.get(key)) ?? "";
      await client.set(key, item.replace('"st":200', '"st":"0"').replace('"resh":{', '"resh":{"\\n":"",'));
    }
    expectFault(await cache.ask(), /cannot be read/);
    expect((await cache.ask()).hit).toBe(true);
  });

  test("a key of another type", async () => {
    await cache.ask();
    for (const key of await client.keys("*")) {
      await client.del(key);
      await client.lPush(key, "x");
    }
    expectFault(await cache.ask(), /Redis refuses \(WRONGTYPE\)/);
  });

  test("one that is full", async () => {
    await client.configSet("maxmemory", "1");
    expectFault(await cache.ask(), /Redis refuses \(OOM\)/);
    await client.configSet("maxmemory", "0");
    expect((await cache.ask()).log).toEqual([]);
  });

  test("one with another password", async () => {
    vi.stubEnv("FLOW_CACHE_URL", authorised().replace("secret", "wrong"));
    expectFault(await cache.ask(), /Redis refuses \(WRONGPASS\)/);
  });

  test("one that ends, and comes back", async () => {
    await cache.ask();
    await redis.stop();
    expectFault(await cache.ask(), /ECONNREFUSED|out of reach/);
    // The log says it once, and the metrics count it.
    const before = faultCounts().get("cache") ?? 0;
    for (let index = 0; index < 20; index++)
      expect(await cache.ask()).toMatchObject({ status: 200, hit: false, log: [] });
    expect(faultCounts().get("cache")).toBe(before + 20);
    await redis.start();
    await vi.waitFor(async () => expect((await cache.ask()).hit).toBe(true), {
      timeout: 5000,
      interval: 100,
    });
  });

  test("one that hangs holds no request for long", async () => {
    await cache.ask();
    redis.signal("SIGSTOP");
    try {
      const start = performance.now();
      expectFault(await cache.ask(), /No answer of Redis/);
      expect(await cache.ask()).toMatchObject({ status: 200, hit: false, log: [] });
      expect(performance.now() - start).toBeLessThan(1500);
    } finally {
      redis.signal("SIGCONT");
    }
  });
});

describe("Without Redis", () => {
  beforeEach(() => cache.restart());

  test("where nothing listens", async () => {
    vi.stubEnv("FLOW_CACHE_URL", (await deadUrl()).replace("http", "redis"));
    expectFault(await cache.ask(), /ECONNREFUSED/);
  });

  test("where something else listens", async () => {
    const other = createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")).listen(
      0,
      "127.0.0.1",
    );
    await new Promise((resolve) => other.once("listening", resolve));
    const address = other.address();
    vi.stubEnv("FLOW_CACHE_URL", `redis://127.0.0.1:${typeof address === "object" ? address?.port : ""}`);
    expectFault(await cache.ask(), /cannot be used|No answer/);
    other.close();
  });
});
