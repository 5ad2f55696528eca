/** `use-http-cache`: what is no longer fresh, and what the upstream may say about it (RFC 9111 §4.3, RFC 5861). */
import { describe, expect, test } from "vitest";
import { CacheTest } from "./cache-test.js";
import type { Answer, Fields } from "./upstream.js";

const cache = new CacheTest({ "use-http-cache": true });

const date = "Thu, 01 Jan 2026 00:00:00 GMT";

/** The first response has these fields; what follows gets the answer. */
async function stale(headers: Fields, answer: Answer): Promise<void> {
  cache.fixed(headers);
  await cache.ask();
  cache.pass(100);
  cache.fixed(answer.headers ?? {}, answer);
}

describe("the upstream is asked whether a response is still valid", () => {
  test.each<[string, Fields, Fields]>([
    ["ETag", { etag: '"v1"' }, { "if-none-match": '"v1"' }],
    ["a weak ETag", { etag: 'W/"v1"' }, { "if-none-match": 'W/"v1"' }],
    ["Last-Modified", { "last-modified": date }, { "if-modified-since": date }],
  ])("by its %s", async (_, validator, condition) => {
    await stale(
      { "cache-control": "max-age=60", "x-old": "1", ...validator },
      { status: 304, headers: { ...validator, "x-old": "2" } },
    );
    expect(await cache.ask()).toMatchObject({ body: "1", status: 200, hit: true, headers: { "x-old": "2" } });
    expect(cache.server.requests[1]).toMatchObject(condition);
  });

  test("a 304 without validators is about what was asked for", async () => {
    await stale({ "cache-control": "max-age=60", etag: '"v1"', "last-modified": date }, { status: 304 });
    expect(await cache.ask()).toMatchObject({ body: "1", hit: true, headers: { etag: '"v1"' } });
    expect(cache.server.requests).toHaveLength(2);
    cache.pass(100);
    await cache.ask();
    expect(cache.server.requests[2]).toMatchObject({ "if-none-match": '"v1"' });
  });

  test("what is valid still is fresh again", async () => {
    await stale({ "cache-control": "max-age=60", etag: '"v1"' }, { status: 304, headers: { etag: '"v1"' } });
    await cache.ask();
    cache.pass(50);
    expect(await cache.ask()).toMatchObject({ body: "1", hit: true, headers: { age: "50" } });
    expect(cache.server.requests).toHaveLength(2);
  });

  test("no-cache: each time", async () => {
    await stale({ "cache-control": "no-cache", etag: '"v1"' }, { status: 304, headers: { etag: '"v1"' } });
    expect([await cache.ask(), await cache.ask()]).toMatchObject([{ body: "1" }, { body: "1" }]);
    expect(cache.server.requests).toHaveLength(3);
  });

  test("no lifetime: each time, since none is guessed", async () => {
    await stale({ "last-modified": date }, { status: 304, headers: { "last-modified": date } });
    expect(await cache.ask()).toMatchObject({ body: "1", hit: true });
    expect(cache.server.requests).toHaveLength(2);
  });

  test("another response takes its place", async () => {
    await stale(
      { "cache-control": "max-age=60", etag: '"v1"' },
      { headers: { "cache-control": "max-age=60", etag: '"v2"' } },
    );
    expect(await cache.twice()).toEqual(["2", "2"]);
    expect((await cache.ask()).headers.etag).toBe('"v2"');
  });

  test("a 304 about something else is no answer: the request is sent without conditions", async () => {
    cache.fixed({ "cache-control": "max-age=60", etag: '"v1"' });
    await cache.ask();
    cache.pass(100);
    cache.server.answer = (_, fields) =>
      fields["if-none-match"] === undefined ? { body: "new" } : { status: 304, headers: { etag: '"v2"' } };
    expect(await cache.ask()).toMatchObject({ body: "new", status: 200, hit: false });
  });

  test("a response without a validator is not kept longer than it is fresh", async () => {
    await stale({ "cache-control": "max-age=60" }, {});
    await cache.ask();
    expect(cache.server.requests[1]).not.toHaveProperty("if-none-match");
  });
});

describe("errors of the upstream", () => {
  const errors: readonly Answer[] = [{ status: 503 }, { status: 500 }, { breaks: "before" }];

  test.each(errors)("stale-if-error: %j", async (error) => {
    await stale({ "cache-control": "max-age=60, stale-if-error=600", etag: '"v1"' }, error);
    expect(await cache.ask()).toMatchObject({ body: "1", status: 200, hit: true, log: [] });
    cache.pass(600);
    expect((await cache.ask()).status).toBe(error.status ?? 502);
  });

  test.each([
    "max-age=60",
    "max-age=60, stale-if-error=600, must-revalidate",
    "s-maxage=60, stale-if-error=600",
  ])("%s: the error is the response", async (directives) => {
    await stale({ "cache-control": directives, etag: '"v1"' }, { status: 503 });
    expect(await cache.ask()).toMatchObject({ status: 503, hit: false });
  });

  test("404 is none", async () => {
    await stale({ "cache-control": "max-age=60, stale-if-error=600" }, { status: 404 });
    expect((await cache.ask()).status).toBe(404);
  });
});

describe("requests that change something", () => {
  const fresh: Fields = { "cache-control": "max-age=60" };

  test.each(["POST", "PUT", "PATCH", "DELETE"])(
    "%s: what is kept from the URL is forgotten",
    async (method) => {
      cache.fixed(fresh);
      await cache.ask();
      await cache.ask({ headers: { "x-user": "ada" } });
      await cache.ask({ method, options: { "use-http-cache": false } });
      expect(await cache.twice()).toEqual(["4", "4"]);
      expect((await cache.ask({ headers: { "x-user": "ada" } })).hit).toBe(false);
    },
  );

  test("one that fails changes nothing", async () => {
    cache.fixed(fresh);
    await cache.ask();
    cache.fixed(fresh, { status: 409 });
    await cache.ask({ method: "PUT" });
    expect((await cache.ask()).hit).toBe(true);
  });

  test("OPTIONS is none", async () => {
    cache.fixed(fresh);
    await cache.ask();
    await cache.ask({ method: "OPTIONS" });
    expect((await cache.ask()).hit).toBe(true);
  });
});

describe("redirects", () => {
  test("each response on the way is kept by itself", async () => {
    cache.server.answer = (path): Answer =>
      path.endsWith("/to")
        ? { headers: { "cache-control": "max-age=60" } }
        : { status: 302, headers: { location: `${path}/to` } };
    const followed = { options: { "follow-redirects": true } };
    expect(await cache.twice(followed)).toEqual(["2", "2"]);
    expect(cache.server.requests).toHaveLength(3);
  });
});
