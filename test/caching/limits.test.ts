/** The entries that the cache keeps in memory, and the effect of a clock that is changed. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MemoryStore } from "../../runtime/upstream/cache/open-store.js";
import { CacheTest } from "./cache-test.js";

const cache = new CacheTest({ "use-http-cache": true });

const fresh = { "cache-control": "max-age=600" };

describe("FLOW_CACHE_MAX_BYTES", () => {
  beforeEach(async () => {
    vi.stubEnv("FLOW_CACHE_MAX_BYTES", "20000");
    await cache.restart();
  });
  afterEach(() => vi.unstubAllEnvs());

  const urls = (count: number) => Array.from({ length: count }, (_, index) => `${cache.url}/${index}`);

  test("what was used last stays", async () => {
    cache.fixed(fresh, { body: "x".repeat(1000) });
    const [first = "", ...others] = urls(20);
    await cache.ask({ url: first });
    for (const url of others) {
      await cache.ask({ url });
      await cache.ask({ url: first });
    }
    expect((await cache.ask({ url: first })).hit).toBe(true);
    expect((await cache.ask({ url: others[0] ?? "" })).hit).toBe(false);
  });

  test("a body of more than an eighth is not kept, and nothing goes for it", async () => {
    cache.fixed(fresh, { body: "x".repeat(1000) });
    const [small = "", big = ""] = urls(2);
    await cache.ask({ url: small });
    cache.fixed(fresh, { body: "x".repeat(2500) });
    await cache.ask({ url: big });
    expect((await cache.ask({ url: big })).hit).toBe(false);
    expect((await cache.ask({ url: small })).hit).toBe(true);
  });

  test("0 is for no cache", async () => {
    vi.stubEnv("FLOW_CACHE_MAX_BYTES", "0");
    cache.fixed(fresh);
    expect(await cache.twice()).toEqual(["1", "2"]);
  });
});

test("a body of more than 8 MiB is not kept, and passes", async () => {
  cache.fixed(fresh, { body: "x".repeat(8 * 1024 * 1024 + 1) });
  await cache.ask();
  const { hit, body } = await cache.ask();
  expect([hit, body.length]).toEqual([false, 8 * 1024 * 1024 + 1]);
});

test("the number of items has a limit, too", async () => {
  const store = new MemoryStore({ items: 2, bytes: 100_000 });
  const item = { head: {}, body: new Uint8Array(1) };
  for (const key of ["a", "b", "b", "c"]) await store.set(key, item);
  expect([await store.get("a"), await store.get("b"), await store.get("c")]).toEqual([undefined, item, item]);
});

describe("a clock that is changed", () => {
  beforeEach(() => cache.restart());

  test("set back: what comes from the future is fetched again, and the log tells it", async () => {
    cache.fixed(fresh);
    await cache.ask();
    cache.pass(-3600);
    const { log, ...again } = await cache.ask();
    expect(again).toMatchObject({ body: "2", status: 200, hit: false });
    expect(log).toMatchObject([
      { topic: "cache", message: "A response in the cache is from the future: it is not used." },
    ]);
    expect(await cache.ask()).toMatchObject({ body: "2", hit: true, log: [] });
  });

  test("set back: what the upstream says to be valid is", async () => {
    cache.fixed({ ...fresh, etag: '"v1"' });
    await cache.ask();
    cache.pass(-3600);
    cache.fixed({ etag: '"v1"' }, { status: 304 });
    expect(await cache.ask()).toMatchObject({ body: "1", hit: true });
    expect(await cache.ask()).toMatchObject({ body: "1", hit: true, log: [] });
  });

  test("set back a little, as clocks of two machines may differ: nothing happens", async () => {
    cache.fixed(fresh);
    await cache.ask();
    cache.pass(-3);
    expect(await cache.ask()).toMatchObject({ hit: true, headers: { age: "0" }, log: [] });
  });

  test("set forward: what is too old is fetched again", async () => {
    cache.fixed(fresh);
    await cache.ask();
    cache.pass(365 * 86_400);
    expect(await cache.ask()).toMatchObject({ body: "2", log: [] });
    expect((await cache.ask()).hit).toBe(true);
  });
});
