/** `use-http-cache`: upstream responses are kept as their header fields say (RFC 9111). */
import type { Hono } from "hono";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type CachedRequest, cachedApp, type Got, get } from "./cached.js";
import { type Answer, type CountingUpstream, countingUpstream, type Fields } from "./upstream.js";

let server: CountingUpstream;
let app: Hono;
let url: string;

beforeAll(async () => {
  server = await countingUpstream();
  app = await cachedApp();
});
beforeEach(() => {
  url = server.fresh();
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => vi.useRealTimers());
afterAll(() => server.stop());

const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

const ask = (request: Partial<CachedRequest> = {}): Promise<Got> =>
  get(app, { url, ...request, options: { "use-http-cache": true, ...request.options } });

/** The bodies of the responses to two requests, one after the other: `["1", "1"]` if the second is from the cache. */
async function twice(first: Partial<CachedRequest> = {}, second = first): Promise<readonly string[]> {
  return [(await ask(first)).body, (await ask(second)).body];
}

const fixed = (headers: Fields, answer: Answer = {}) => {
  server.answer = () => ({ headers, ...answer });
};

describe("a response that is fresh", () => {
  test("is used again, and $upstream tells it", async () => {
    fixed({ "cache-control": "max-age=60", "x-field": "f" });
    const first = await ask();
    expect(first).toMatchObject({ body: "1", status: 200, hit: false });
    pass(20);
    const { date } = first.headers;
    expect(await ask()).toStrictEqual({
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
    expect(server.requests).toHaveLength(1);
  });

  test.each<[string, Fields]>([
    ["max-age", { "cache-control": "max-age=60" }],
    ["s-maxage, which wins over max-age", { "cache-control": "max-age=0, s-maxage=60" }],
    ["names of directives in any case", { "cache-control": "Max-Age=60" }],
    ["must-revalidate, which counts later", { "cache-control": "max-age=60, must-revalidate" }],
    ["Expires", { expires: new Date(Date.now() + 60_000).toUTCString() }],
  ])("%s", async (_, headers) => {
    fixed(headers);
    expect(await twice()).toEqual(["1", "1"]);
  });

  test.each([203, 204, 301, 404, 410])("with the status %d", async (status) => {
    fixed({ "cache-control": "max-age=60" }, { status });
    expect([(await ask()).hit, await ask()]).toMatchObject([false, { hit: true, status }]);
  });

  test("to HEAD is for HEAD", async () => {
    fixed({ "cache-control": "max-age=60" });
    await ask();
    expect((await ask({ method: "HEAD" })).hit).toBe(false);
    expect((await ask({ method: "HEAD" })).hit).toBe(true);
  });

  test("is not used for another query", async () => {
    fixed({ "cache-control": "max-age=60" });
    expect(await twice({ url: `${url}?a` }, { url: `${url}?b` })).toEqual(["1", "2"]);
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
    ["Vary: *", { "cache-control": "max-age=60", vary: "*" }],
    ["a cookie", { "cache-control": "public, max-age=60", "set-cookie": "a=b" }],
  ])("%s", async (_, headers) => {
    fixed(headers);
    expect(await twice()).toEqual(["1", "2"]);
  });

  test("when its time is over", async () => {
    fixed({ "cache-control": "max-age=60" });
    await ask();
    pass(61);
    expect(await ask()).toMatchObject({ body: "2", hit: false });
  });

  test("the age that it came with counts", async () => {
    fixed({ "cache-control": "max-age=60", age: "50" });
    await ask();
    pass(11);
    expect((await ask()).hit).toBe(false);
  });

  test.each([500, 503, 400, 403])("with the status %d", async (status) => {
    fixed({}, { status });
    expect(await twice()).toEqual(["1", "2"]);
  });

  test("where the option is not set, or false", async () => {
    fixed({ "cache-control": "max-age=60" });
    await ask();
    for (const value of [false, null])
      expect((await ask({ options: { "use-http-cache": value } })).hit).toBe(false);
  });

  test.each(["range", "if-none-match", "if-modified-since", "if-match", "if-unmodified-since", "if-range"])(
    "to a request with %s",
    async (name) => {
      fixed({ "cache-control": "max-age=60" });
      expect(await twice({}, { headers: { [name]: '"x"' } })).toEqual(["1", "2"]);
    },
  );

  test("to POST", async () => {
    fixed({ "cache-control": "max-age=60" });
    expect(await twice({ method: "POST" })).toEqual(["1", "2"]);
  });

  test("one that breaks off", async () => {
    fixed({ "cache-control": "max-age=60" }, { breaks: "within" });
    expect((await ask()).status).toBe(502);
    fixed({ "cache-control": "max-age=60" });
    expect(await ask()).toMatchObject({ status: 200, hit: false });
  });
});

describe("whom a response is for", () => {
  const shared: Fields = { "cache-control": "public, s-maxage=60, max-age=60" };

  test.each(["authorization", "cookie", "x-api-key", "claims"])(
    "one value of %s is not for another",
    async (name) => {
      fixed(shared);
      await ask({ headers: { [name]: "ada" } });
      expect(await twice({ headers: { [name]: "bob" } }, {})).toEqual(["2", "3"]);
      expect(await ask({ headers: { [name]: "ada" } })).toMatchObject({ body: "1", hit: true });
    },
  );

  test("one with Authorization is kept only where the upstream allows it", async () => {
    fixed({ "cache-control": "max-age=60" });
    expect(await twice({ headers: { authorization: "ada" } })).toEqual(["1", "2"]);
    expect(await twice({ options: { "basic-auth-credentials": "ada:x" } })).toEqual(["3", "4"]);
  });

  test("Vary: the fields that it names have to be the same", async () => {
    fixed({ ...shared, vary: "Accept-Language, X-Other" });
    const inLanguage = async (language: string) =>
      (await ask({ headers: { "accept-language": language } })).body;
    expect([await inLanguage("de"), await inLanguage("en"), await inLanguage("de")]).toEqual(["1", "2", "1"]);
    expect((await ask()).body).toBe("3");
  });

  test("fields that are not named do not matter where they tell nothing of the user", async () => {
    fixed(shared);
    expect(await twice({ headers: { accept: "a/b", "user-agent": "x" } })).toEqual(["1", "1"]);
  });

  test("where options lead the request elsewhere, another response is for them", async () => {
    fixed(shared);
    await ask();
    expect((await ask({ options: { "set-response-headers": { "x-more": "1" } } })).hit).toBe(false);
  });
});
