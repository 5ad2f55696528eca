/** `use-http-cache`: upstream responses are kept as their header fields say (RFC 9111). */
import { describe, expect, test } from "vitest";
import { CacheTest } from "./cache-test.js";
import type { Fields } from "./upstream.js";

const cache = new CacheTest({ "use-http-cache": true });

/** In the form of RFC 850: JavaScript reads years from 50 on as those of the last century. */
const year = new Date().getUTCFullYear() + 24;
const soon = new Date(Date.UTC(year, 7, 18))
  .toUTCString()
  .replace(
    /^(\w+), (\d+) (\w+) \d\d(\d\d)/,
    (_, __, day, month, short) => `Thursday, ${day}-${month}-${short}`,
  );

describe("a response that is fresh", () => {
  test("is used again, and $upstream tells it", async () => {
    cache.fixed({ "cache-control": "max-age=60", "x-field": "f" });
    const first = await cache.ask();
    expect(first).toMatchObject({ body: "1", status: 200, hit: false });
    cache.pass(20);
    const { date } = first.headers;
    expect(await cache.ask()).toStrictEqual({
      body: "1",
      status: 200,
      hit: true,
      headers: {
        "cache-control": "max-age=60",
        "content-type": "text/plain",
        "x-field": "f",
        age: "20",
        date,
      },
      log: [],
    });
    expect(cache.server.requests).toHaveLength(1);
  });

  test.each<[string, Fields]>([
    ["max-age", { "cache-control": "max-age=60" }],
    ["s-maxage, which wins over max-age", { "cache-control": "max-age=0, s-maxage=60" }],
    ["names of directives in any case", { "cache-control": "Max-Age=60" }],
    ["must-revalidate, which counts later", { "cache-control": "max-age=60, must-revalidate" }],
    ["Expires", { expires: new Date(Date.now() + 60_000).toUTCString() }],
    ["Expires with a year of two digits, at most 50 years from now", { expires: soon }],
    ["an Age that is no integer", { "cache-control": "max-age=60", age: "7200.0" }],
    ["several Ages, of which the first counts", { "cache-control": "max-age=60", age: "0, 7200" }],
  ])("%s", async (_, headers) => {
    cache.fixed(headers);
    expect(await cache.twice()).toEqual(["1", "1"]);
  });

  test.each([203, 204, 299, 301, 303, 400, 404, 410, 499, 500, 503])("with the status %d", async (status) => {
    cache.fixed({ "cache-control": "max-age=60" }, { status });
    expect([(await cache.ask()).hit, await cache.ask()]).toMatchObject([false, { hit: true, status }]);
  });

  test("to HEAD is for HEAD", async () => {
    cache.fixed({ "cache-control": "max-age=60" });
    await cache.ask();
    expect((await cache.ask({ method: "HEAD" })).hit).toBe(false);
    expect((await cache.ask({ method: "HEAD" })).hit).toBe(true);
  });

  test("is not used for another query", async () => {
    cache.fixed({ "cache-control": "max-age=60" });
    expect(await cache.twice({ url: `${cache.url}?a` }, { url: `${cache.url}?b` })).toEqual(["1", "2"]);
  });
});

describe("a response that is not used again", () => {
  test.each<[string, Fields]>([
    ["without any field about it", {}],
    ["no-store", { "cache-control": "max-age=60, no-store" }],
    ["No-Store", { "cache-control": "Max-Age=60, No-Store" }],
    ["private", { "cache-control": "private, max-age=60" }],
    ["no-cache", { "cache-control": "max-age=60, no-cache" }],
    ["Pragma", { pragma: "no-cache", expires: new Date(Date.now() + 60_000).toUTCString() }],
    ["Expires in the past", { expires: "0" }],
    ["Expires of another form: a short hour", { expires: "Thu, 18 Aug 2050 2:01:18 GMT" }],
    ["Expires with dashes", { expires: "Thu, 18-Aug-2050 02:01:18 GMT" }],
    ["Expires without a comma", { expires: "Thu 18 Aug 2050 02:01:18 GMT" }],
    ["Expires with UTC", { expires: "Thu, 18 Aug 2050 02:01:18 UTC" }],
    ["Expires with words", { expires: "tomorrow 2050" }],
    ["Expires of a past year in two digits", { expires: "Thursday, 18-Aug-94 02:01:18 GMT" }],
    ["Vary: *", { "cache-control": "max-age=60", vary: "*" }],
    ["a cookie", { "cache-control": "public, max-age=60", "set-cookie": "a=b" }],
  ])("%s", async (_, headers) => {
    cache.fixed(headers);
    expect(await cache.twice()).toEqual(["1", "2"]);
  });

  test("when its time is over", async () => {
    cache.fixed({ "cache-control": "max-age=60" });
    await cache.ask();
    cache.pass(61);
    expect(await cache.ask()).toMatchObject({ body: "2", hit: false });
  });

  test("the age that it came with counts", async () => {
    cache.fixed({ "cache-control": "max-age=60", age: "50" });
    await cache.ask();
    cache.pass(11);
    expect((await cache.ask()).hit).toBe(false);
  });

  test.each([500, 503, 400, 403])("with the status %d", async (status) => {
    cache.fixed({}, { status });
    expect(await cache.twice()).toEqual(["1", "2"]);
  });

  test("a part", async () => {
    cache.fixed({ "cache-control": "max-age=60" }, { status: 206 });
    expect(await cache.twice()).toEqual(["1", "2"]);
  });

  test("where the option is not set, or false", async () => {
    cache.fixed({ "cache-control": "max-age=60" });
    await cache.ask();
    for (const value of [false, null])
      expect((await cache.ask({ options: { "use-http-cache": value } })).hit).toBe(false);
  });

  test.each(["range", "if-none-match", "if-modified-since", "if-match", "if-unmodified-since", "if-range"])(
    "to a request with %s",
    async (name) => {
      cache.fixed({ "cache-control": "max-age=60" });
      expect(await cache.twice({}, { headers: { [name]: '"x"' } })).toEqual(["1", "2"]);
    },
  );

  test("to POST", async () => {
    cache.fixed({ "cache-control": "max-age=60" });
    expect(await cache.twice({ method: "POST" })).toEqual(["1", "2"]);
  });

  test("one that breaks off", async () => {
    cache.fixed({ "cache-control": "max-age=60" }, { breaks: "within" });
    expect((await cache.ask()).status).toBe(502);
    cache.fixed({ "cache-control": "max-age=60" });
    expect(await cache.ask()).toMatchObject({ status: 200, hit: false });
  });
});

describe("whom a response is for", () => {
  const shared: Fields = { "cache-control": "public, s-maxage=60, max-age=60" };

  test.each(["authorization", "cookie", "x-api-key", "claims"])(
    "one value of %s is not for another",
    async (name) => {
      cache.fixed(shared);
      await cache.ask({ headers: { [name]: "ada" } });
      expect(await cache.twice({ headers: { [name]: "bob" } }, {})).toEqual(["2", "3"]);
      expect(await cache.ask({ headers: { [name]: "ada" } })).toMatchObject({ body: "1", hit: true });
    },
  );

  test("one with Authorization is kept only where the upstream allows it", async () => {
    cache.fixed({ "cache-control": "max-age=60" });
    expect(await cache.twice({ headers: { authorization: "ada" } })).toEqual(["1", "2"]);
    expect(await cache.twice({ options: { "basic-auth-credentials": "ada:x" } })).toEqual(["3", "4"]);
  });

  test("Vary: the fields that it names have to be the same", async () => {
    cache.fixed({ ...shared, vary: "Accept-Language, X-Other" });
    const inLanguage = async (language: string) =>
      (await cache.ask({ headers: { "accept-language": language } })).body;
    expect([await inLanguage("de"), await inLanguage("en"), await inLanguage("de")]).toEqual(["1", "2", "1"]);
    expect((await cache.ask()).body).toBe("3");
  });

  test("Vary: more than 100 fields are too many, and others come in the place of those before", async () => {
    const named = (count: number, letter: string) =>
      Array.from({ length: count }, (_, index) => `${letter}${index}`);
    for (const [fields, hit] of [
      [named(101, "a"), false],
      [named(100, "b"), true],
      [named(100, "c"), true],
    ] as const) {
      cache.fixed({ ...shared, vary: fields.join() });
      await cache.ask({ options: { "force-cache-refresh": true } });
      expect((await cache.ask()).hit).toBe(hit);
    }
  });

  test("fields that are not named do not matter where they tell nothing of the user", async () => {
    cache.fixed(shared);
    expect(await cache.twice({ headers: { accept: "a/b", "user-agent": "x" } })).toEqual(["1", "1"]);
  });

  test("where options lead the request elsewhere, another response is for them", async () => {
    cache.fixed(shared);
    await cache.ask();
    expect((await cache.ask({ options: { "set-response-headers": { "x-more": "1" } } })).hit).toBe(false);
  });
});
