/** The options about the cache beside `use-http-cache`. */
import { describe, expect, test } from "vitest";
import { CacheTest } from "./cache-test.js";
import type { Fields } from "./upstream.js";

const cache = new CacheTest({});

const declared = { "use-http-cache": true };
const forced = { "force-cache-ttl": 60 };

describe("force-cache-ttl", () => {
  test.each<[string, Fields]>([
    ["nothing about it", {}],
    ["no-store", { "cache-control": "no-store, private" }],
    ["Expires", { expires: "0" }],
    ["Vary: *", { vary: "*" }],
  ])("with %s: the response is kept", async (_, headers) => {
    cache.fixed(headers);
    expect(await cache.twice({ options: forced })).toEqual(["1", "1"]);
    expect(await cache.ask({ options: forced })).toMatchObject({ hit: true, status: 200 });
  });

  test("for so many seconds, whatever the response says", async () => {
    cache.fixed({ "cache-control": "max-age=600" });
    await cache.ask({ options: forced });
    cache.pass(59);
    expect((await cache.ask({ options: forced })).hit).toBe(true);
    expect((await cache.ask({ options: { "force-cache-ttl": 30 } })).hit).toBe(false);
    cache.pass(61);
    expect((await cache.ask({ options: forced })).hit).toBe(false);
  });

  test("0 is off", async () => {
    expect(await cache.twice({ options: { "force-cache-ttl": 0 } })).toEqual(["1", "2"]);
  });

  test.each([500, 502, 401, 403, 429])("the status %d is not kept", async (status) => {
    cache.fixed({}, { status });
    expect(await cache.twice({ options: forced })).toEqual(["1", "2"]);
  });

  test("what is kept is for requests with the same credentials", async () => {
    cache.fixed({});
    const as = async (user: string) =>
      (await cache.ask({ options: forced, headers: { authorization: user } })).body;
    expect([await as("ada"), await as("bob"), await as("ada"), await as("bob")]).toEqual([
      "1",
      "2",
      "1",
      "2",
    ]);
    expect((await cache.ask({ options: forced })).body).toBe("3");
  });

  test("cookies of a response are not kept", async () => {
    cache.fixed({ "set-cookie": "session=1" });
    expect((await cache.ask({ options: forced })).headers["set-cookie"]).toBe("session=1");
    const second = await cache.ask({ options: forced });
    expect([second.hit, second.headers["set-cookie"]]).toEqual([true, undefined]);
  });

  test("the language that Vary names separates responses", async () => {
    cache.fixed({ vary: "Accept-Language" });
    const inLanguage = (language: string) => ({ options: forced, headers: { "accept-language": language } });
    expect(await cache.twice(inLanguage("de"), inLanguage("en"))).toEqual(["1", "2"]);
  });

  test("what is kept so is not for use-http-cache", async () => {
    cache.fixed({ "cache-control": "private" });
    expect(await cache.twice({ options: forced }, { options: declared })).toEqual(["1", "2"]);
  });

  test("POST is sent each time", async () => {
    cache.fixed({});
    expect(await cache.twice({ options: forced, method: "POST" })).toEqual(["1", "2"]);
  });
});

describe.each([
  ["use-http-cache", declared],
  ["force-cache-ttl", forced],
])("with %s", (_, options) => {
  const fresh: Fields = { "cache-control": "max-age=60", etag: '"v1"' };

  test("force-cache-refresh: the response is fetched, and takes the place of what was kept", async () => {
    cache.fixed(fresh);
    const refreshed = { options: { ...options, "force-cache-refresh": true } };
    expect(await cache.twice({ options }, refreshed)).toEqual(["1", "2"]);
    expect(cache.server.requests[1]).not.toHaveProperty("if-none-match");
    expect(await cache.ask({ options })).toMatchObject({ body: "2", hit: true });
  });

  const respectful = { ...options, "respect-client-cache-headers": true };

  test.each<[string, Fields]>([
    ["no-cache", { "cache-control": "no-cache" }],
    ["Pragma", { pragma: "no-cache" }],
    ["no-store", { "cache-control": "no-store" }],
    ["an age that is exceeded", { "cache-control": "max-age=10" }],
    ["more time to come than there is", { "cache-control": "min-fresh=50" }],
  ])("respect-client-cache-headers: %s", async (_, client) => {
    cache.fixed(fresh);
    await cache.ask({ options });
    cache.pass(20);
    const request = { client: client as Record<string, string> };
    expect((await cache.ask({ ...request, options })).hit).toBe(true);
    expect((await cache.ask({ ...request, options: respectful })).hit).toBe(false);
  });

  test.each(["max-age=30", "min-fresh=10", "max-stale", "foo"])(
    "respect-client-cache-headers: %s is content with what is kept",
    async (directive) => {
      cache.fixed(fresh);
      await cache.ask({ options });
      cache.pass(20);
      expect((await cache.ask({ client: { "cache-control": directive }, options: respectful })).hit).toBe(
        true,
      );
    },
  );

  test("respect-client-cache-headers: after no-store, nothing has been kept", async () => {
    cache.fixed(fresh);
    await cache.ask({ client: { "cache-control": "no-store" }, options: respectful });
    expect((await cache.ask({ options })).hit).toBe(false);
  });

  test("respect-client-cache-headers: only-if-cached never asks the upstream", async () => {
    cache.fixed(fresh);
    const client = { "cache-control": "only-if-cached" };
    expect((await cache.ask({ client, options: respectful })).status).toBe(504);
    expect(cache.server.requests).toHaveLength(0);
    await cache.ask({ options });
    expect(await cache.ask({ client, options: respectful })).toMatchObject({ status: 200, hit: true });
  });
});

test("respect-client-cache-headers: no-cache has the upstream asked whether the response is valid", async () => {
  cache.fixed({ "cache-control": "max-age=60", etag: '"v1"' });
  await cache.ask({ options: declared });
  cache.fixed({ etag: '"v1"' }, { status: 304 });
  const options = { ...declared, "respect-client-cache-headers": true };
  expect(await cache.ask({ client: { "cache-control": "no-cache" }, options })).toMatchObject({
    body: "1",
    hit: true,
  });
  expect(cache.server.requests[1]).toMatchObject({ "if-none-match": '"v1"' });
});

test.each([
  ["max-stale", "max-age=60", true],
  ["max-stale=50", "max-age=60", true],
  ["max-stale=30", "max-age=60", false],
  ["max-stale", "max-age=60, must-revalidate", false],
])("respect-client-cache-headers: %s takes what is too old, %s", async (directive, response, hit) => {
  cache.fixed({ "cache-control": response, etag: '"v1"' });
  await cache.ask({ options: declared });
  cache.pass(100);
  const options = { ...declared, "respect-client-cache-headers": true };
  expect((await cache.ask({ client: { "cache-control": directive }, options })).hit).toBe(hit);
});

test("set-response-headers: they count for the cache, too", async () => {
  cache.fixed({});
  const options = { ...declared, "set-response-headers": { "Cache-Control": "s-maxage=60" } };
  expect(await cache.twice({ options })).toEqual(["1", "1"]);
});

test.each([
  [{ ...declared, ...forced }, /use-http-cache and force-cache-ttl exclude each other/],
  [{ "use-http-cache": "yes" }, /use-http-cache must be true or false/],
  [{ "force-cache-ttl": -1 }, /force-cache-ttl must be a number/],
])("%j makes the request fail", async (options, reason) => {
  const { status, log } = await cache.ask({ options });
  expect(status).toBe(502);
  expect(log[0]?.message).toMatch(reason);
});
