/** `stale-if-error` and `stale-while-revalidate`, as options and as directives of responses (RFC 5861). */
import { describe, expect, test, vi } from "vitest";
import { type CachedRequest, CacheTest } from "./cache-test.js";

const cache = new CacheTest({});

const kinds: readonly [string, (stale: object) => CachedRequest, string][] = [
  ["use-http-cache", (stale) => ({ options: { "use-http-cache": true, ...stale } }), "max-age=60"],
  ["alone", (stale) => ({ options: { ...stale } }), "max-age=60"],
  ["force-cache-ttl", (stale) => ({ options: { "force-cache-ttl": 60, ...stale } }), "no-store"],
];

describe.each(kinds)("%s", (_, request, directives) => {
  const fail = (status = 503) => cache.fixed({}, { status, body: "down" });

  test("stale-if-error: for so long, a stale response stands in for a failure, and no longer", async () => {
    const asked = request({ "stale-if-error": 300 });
    cache.fixed({ "cache-control": directives });
    await cache.ask(asked);
    fail();
    cache.pass(350);
    expect(await cache.ask(asked)).toMatchObject({ body: "1", status: 200, hit: true });
    cache.fixed({}, { breaks: "before" });
    expect(await cache.ask(asked)).toMatchObject({ body: "1", status: 200, hit: true });
    fail(400);
    expect(await cache.ask(asked)).toMatchObject({ status: 400, hit: false });
    fail();
    cache.pass(20);
    expect(await cache.ask(asked)).toMatchObject({ status: 503, hit: false });
  });

  test("stale-while-revalidate: a stale response answers, and one request makes a fresh one", async () => {
    const asked = request({ "stale-while-revalidate": 300 });
    cache.fixed({ "cache-control": directives });
    await cache.ask(asked);
    cache.pass(100);
    expect(await cache.ask(asked)).toMatchObject({ body: "1", hit: true, headers: { age: "100" } });
    await vi.waitFor(async () => expect((await cache.ask(asked)).body).toBe("2"));
    expect(cache.server.requests).toHaveLength(2);
    fail();
    cache.pass(200);
    expect(await cache.ask(asked)).toMatchObject({ body: "2", hit: true });
    cache.pass(200);
    expect(await cache.ask(asked)).toMatchObject({ status: 503, hit: false });
  });
});

test("alone, it keeps what has no lifetime for failures only; switched off, there is no cache", async () => {
  const asked = { options: { "stale-if-error": 300 } };
  cache.fixed({});
  expect([await cache.ask(asked), await cache.ask(asked)]).toMatchObject([
    { body: "1" },
    { body: "2", hit: false },
  ]);
  cache.fixed({}, { status: 503 });
  expect(await cache.ask(asked)).toMatchObject({ body: "2", status: 200, hit: true });
  const off = { options: { "stale-if-error": 300, "use-http-cache": false } };
  expect(await cache.ask(off)).toMatchObject({ status: 503, hit: false });
});

test("the directive of a response means the same; must-revalidate forbids both", async () => {
  const asked = { options: { "use-http-cache": true, "stale-while-revalidate": 300, "stale-if-error": 300 } };
  const plain = { options: { "use-http-cache": true } };
  cache.fixed({ "cache-control": "max-age=60, stale-while-revalidate=100" });
  await cache.ask(plain);
  cache.pass(100);
  expect(await cache.ask(plain)).toMatchObject({ body: "1", hit: true });
  cache.url = cache.server.fresh();
  cache.fixed({ "cache-control": "max-age=60, must-revalidate" });
  await cache.ask(asked);
  cache.pass(100);
  cache.fixed({}, { status: 503 });
  expect(await cache.ask(asked)).toMatchObject({ status: 503, hit: false });
});
