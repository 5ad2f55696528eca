import { describe, expect, test } from "vitest";
import {
  at,
  content,
  type Flow,
  type JsonObject,
  type JsonValue,
  json,
  readBody,
  request,
  requests,
  respond,
} from "../../runtime/index.js";
import { appOf } from "./support.js";
import { dead, refused, resultOf, run, seen, sent, server, useUpstreams } from "./upstream-servers.js";

useUpstreams();

describe("What is sent", () => {
  test("GET by default, with nothing of the client's header fields", async () => {
    const {
      method,
      url,
      headers,
      body: text,
    } = await sent({}, "/a?b=c", {
      headers: { cookie: "a=1", authorization: "Basic eA==", "x-client": "1" },
    });
    expect([method, url, text]).toEqual(["GET", "/a?b=c", ""]);
    expect(headers).not.toHaveProperty("cookie");
    expect(headers).not.toHaveProperty("authorization");
    expect(headers).not.toHaveProperty("x-client");
  });

  test.each([
    [{ method: "PUT" }, "PUT"],
    [{ method: "patch" }, "PATCH"],
    [{ method: "" }, "GET"],
    [{ method: null }, "GET"],
    [{ method: "HEAD" }, "HEAD"],
    [{ method: "PURGE" }, "PURGE"],
    [{ post: { a: "b" } }, "POST"],
    [{ post: {} }, "POST"],
    [{ body: { value: "x" } }, "POST"],
    [{ body: {} }, "POST"],
    [{ post: null, body: null }, "GET"],
    [{ method: "PUT", body: { value: "x" } }, "PUT"],
  ])("the method of %j is %s", async (config, method) => {
    expect((await sent(config)).method).toBe(method);
  });

  test("header fields; null values are omitted", async () => {
    const { headers } = await sent({
      headers: { "User-Agent": "flow", "X-Number": 7, "x-bool": true, "x-null": null, constructor: "c" },
    });
    expect(headers).toMatchObject({
      "user-agent": "flow",
      "x-number": "7",
      "x-bool": "true",
      constructor: "c",
    });
    expect(headers).not.toHaveProperty("x-null");
  });

  test("no field of the connection", async () => {
    const { headers, body: text } = await sent({
      method: "POST",
      body: { value: "abc" },
      headers: {
        "Content-Length": "1",
        "Transfer-Encoding": "x",
        Connection: "close",
        TE: "trailers",
        Upgrade: "h2c",
        "Proxy-Authorization": "x",
        "keep-alive": "1",
        expect: "100-continue",
        Trailer: "x",
      },
    });
    expect([headers["content-length"], text]).toEqual(["3", "abc"]);
    expect(headers.connection).not.toBe("close");
    for (const name of ["transfer-encoding", "te", "upgrade", "proxy-authorization", "trailer", "expect"]) {
      expect(headers).not.toHaveProperty(name);
    }
  });

  test("the host of the URL, whatever the header fields say", async () => {
    const { headers } = await sent({ headers: { Host: "other.test" } });
    expect(headers.host).toBe(new URL(server.url).host);
  });

  test.each<[string, JsonValue, string]>([
    ["an object", { a: "b", c: 1, none: null }, "a=b; c=1"],
    [
      "an array",
      [
        { name: "a", value: "b" },
        { name: "a", value: true, more: 1 },
      ],
      "a=b; a=true",
    ],
    ["what would be another cookie", { a: "1; b=2" }, "a=1%3B b=2"],
    ["what would be another field", { a: "1\r\nx: 2" }, "a=1%0D%0Ax: 2"],
    ["letters beyond ASCII", { a: "ä" }, "a=%C3%A4"],
    ["nothing", {}, "from=headers"],
    ["an empty array", [], "from=headers"],
  ])("cookies from %s", async (_, cookies, expected) => {
    expect((await sent({ cookies, headers: { Cookie: "from=headers" } })).headers.cookie).toBe(expected);
  });

  test.each([
    ["text", "a=12&b=foo&a=13", "/?a=12&b=foo&a=13"],
    ["an object", { a: 37, b: "c d&e", "f=": true, none: null }, "/?a=37&b=c%20d%26e&f%3D=true"],
    [
      "an array",
      [
        { name: "a", value: 12 },
        { name: "a", value: "ä" },
      ],
      "/?a=12&a=%C3%A4",
    ],
    ["half a surrogate pair", { a: "\ud800" }, "/?a=%EF%BF%BD"],
    ["an empty object", {}, "/?old=1"],
    ["null", null, "/?old=1"],
    ["__proto__", JSON.parse('{"__proto__":"1"}') as JsonValue, "/?__proto__=1"],
  ])("the query from %s replaces the URL's", async (_, query, url) => {
    expect((await sent({ query }, "/?old=1")).url).toBe(url);
  });

  test.each([
    ["an object", { a: "b c", d: 1, none: null }, "a=b+c&d=1"],
    [
      "an array",
      [
        { name: "a", value: "b" },
        { name: "a", value: "&" },
      ],
      "a=b&a=%26",
    ],
  ])("post from %s", async (_, post, text) => {
    const { headers, body: body_ } = await sent({ post, body: { value: "loses" } });
    expect([headers["content-type"], body_]).toEqual(["application/x-www-form-urlencoded", text]);
  });

  test.each([
    [{ value: "text" }, "text/plain", "text"],
    [{ value: { a: [1] } }, "application/json", '{"a":[1]}'],
    [{ value: 5 }, "application/json", "5"],
    [{ value: false, mime: "text/x" }, "text/x", "false"],
    [{ value: "ä", mime: "text/html" }, "text/html", "ä"],
    [{ value: null }, undefined, ""],
  ])("the body of %j", async (config, type, text) => {
    const { headers, body: body_ } = await sent({ body: config });
    expect([headers["content-type"], body_]).toEqual([type, text]);
  });

  test("the content type of the header fields beats the automatic one, mime beats both", async () => {
    const headers = { "Content-Type": "text/mine" };
    expect((await sent({ headers, body: { value: "x" } })).headers["content-type"]).toBe("text/mine");
    expect((await sent({ headers, body: { value: "x", mime: "text/other" } })).headers["content-type"]).toBe(
      "text/other",
    );
    expect((await sent({ headers, post: { a: "b" } })).headers["content-type"]).toBe("text/mine");
  });

  test("the client's body, as it came", async () => {
    const body_ = new Uint8Array([0x7b, 0xc3, 0xa4]);
    const client = { body: body_, headers: { "content-type": "x/y; z=1" } };
    const one = await sent({ body: { src: "$body" } }, "/", client);
    expect([one.headers["content-type"], one.body, one.headers["content-length"]]).toEqual([
      "x/y; z=1",
      "{ä",
      "3",
    ]);
    const two = await sent({ body: { src: "$body", mime: "a/b" } }, "/", client);
    expect([two.headers["content-type"], two.body]).toEqual(["a/b", "{ä"]);
    const none = await sent({ body: { src: "$body" } });
    expect([none.method, none.headers["content-type"], none.body]).toEqual(["POST", undefined, ""]);
    // A flow that forwards any request copies the method too: where there is no body, GET is fine.
    const forwarded = await sent({ method: "GET", body: { src: "$body" } });
    expect([forwarded.method, forwarded.headers["content-type"], forwarded.body]).toEqual([
      "GET",
      undefined,
      "",
    ]);
  });

  test("a variable", async () => {
    const flow =
      (value: JsonObject | string): Flow =>
      async ($) => {
        $.v = value;
        await request($, "a", { url: server.url, body: { src: "$v" } });
      };
    await run(flow({ a: 1 }));
    await run(flow("text"));
    expect(seen.map(({ body: text, headers }) => [text, headers["content-type"]])).toEqual([
      ['{"a":1}', "application/json"],
      ["text", "text/plain"],
    ]);
  });

  test("credentials of the URL or the option, and not in $upstream", async () => {
    const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
    const url = server.url.replace("//", "//us%40er:p%C3%A4ss@");
    expect((await sent({ url })).headers.authorization).toBe(basic("us@er:päss"));
    expect((await sent({ url, headers: { authorization: "Bearer x" } })).headers.authorization).toBe(
      "Bearer x",
    );
    const options = { "basic-auth-credentials": "a:bä" };
    expect((await sent({ url, options, headers: { authorization: "x" } })).headers.authorization).toBe(
      basic("a:bä"),
    );
    expect(await resultOf({ url }, ($) => json(at($.upstream, "up", "url")))).toBe(`${server.url}/`);
  });

  test("X-Forwarded-For only if asked and known", async () => {
    const bindings = { incoming: { socket: { remoteAddress: "::ffff:192.0.2.7" } } };
    const ask = async (
      options: JsonObject,
      headers?: Record<string, string>,
      env: object | undefined = bindings,
    ) => {
      const app = appOf(($) => request($, "a", { url: server.url, options }));
      await app.request("/api/x", headers && { headers }, env);
      return seen.at(-1)?.headers["x-forwarded-for"];
    };
    const on = { "send-x-forwarded-for": true };
    expect(await ask(on)).toBe("192.0.2.7");
    expect(await ask(on, { "x-forwarded-for": "203.0.113.1" })).toBe("203.0.113.1, 192.0.2.7");
    expect(await ask({}, { "x-forwarded-for": "203.0.113.1" })).toBeUndefined();
    expect(await ask(on, undefined, {})).toBeUndefined();
  });
});

describe("What is not sent but a failed request", () => {
  test.each([
    ["no object", 5, /object/],
    ["null", null, /object/],
    ["an array", [], /object/],
    ["no URL", {}, /no URL/],
    ["an empty URL", { url: "" }, /no URL/],
    ["a URL of another type", { url: 5 }, /url must be a string/],
    ["a relative URL", { url: "/x" }, /valid http/],
    ["a file URL", { url: "file:///etc/passwd" }, /valid http/],
    ["a data URL", { url: "data:,x" }, /valid http/],
    ["no host", { url: "http://" }, /valid http/],
  ])("%s", async (_, config, info) => expect(await refused(config as JsonValue)).toMatch(info));

  test.each<[string, JsonObject, RegExp]>([
    ["method", { method: 5 }, /method/],
    ["method that is no token", { method: "GE T" }, /GE T/],
    ["CONNECT", { method: "CONNECT" }, /CONNECT/],
    ["GET with a body", { method: "GET", body: { value: "x" } }, /cannot have a body/],
    ["headers", { headers: "a: b" }, /headers/],
    ["headers as an array", { headers: [{ name: "a", value: "b" }] }, /headers/],
    ["header value", { headers: { a: ["b"] } }, /headers/],
    ["line break in a header value", { headers: { "x-a": "b\r\nx-evil: 1" } }, /x-a/],
    ["line break in a header name", { headers: { "x-a\r\nb": "1" } }, /x-a/],
    ["header value beyond Latin-1", { headers: { "x-a": "€" } }, /x-a/],
    ["cookies", { cookies: "a=b" }, /cookies/],
    ["cookie name", { cookies: { "a=b; c": "d" } }, /cookie name/],
    ["cookie without a name", { cookies: [{ value: "b" }] }, /name and a value/],
    ["query", { query: 5 }, /query/],
    ["query parameter without a value", { query: [{ name: "a" }] }, /name and a value/],
    ["query parameter with an empty name", { query: [{ name: "", value: 1 }] }, /name and a value/],
    ["query value", { query: { a: {} } }, /query/],
    ["post", { post: "a=b" }, /post/],
    ["body", { body: "text" }, /body/],
    ["body source", { body: { src: "/etc/passwd" } }, /nothing at the src/],
    ["mime with a line break", { body: { value: "x", mime: "a\r\nb: c" } }, /content-type/],
    ["options", { options: [] }, /options/],
    ["timeout", { options: { timeout: "soon" } }, /timeout/],
    ["negative timeout", { options: { timeout: -1 } }, /timeout/],
    ["follow-redirects", { options: { "follow-redirects": "yes" } }, /follow-redirects/],
    ["max-redirects", { options: { "follow-redirects": true, "max-redirects": {} } }, /max-redirects/],
    ["credentials", { options: { "basic-auth-credentials": 5 } }, /basic-auth-credentials/],
  ])("wrong: %s", async (_, config, info) =>
    expect(await refused({ url: server.url, ...config })).toMatch(info),
  );
});

describe("requests", () => {
  const slow = { url: "" };
  const five = () =>
    Object.fromEntries(
      ["a", "b", "c", "d", "main"].map((id) => [id, { ...slow, url: `${server.url}/together/5` }]),
    );

  test("are sent at once", async () => {
    const response = await run(async ($) => {
      await requests($, five());
      respond($, [Object.keys(json($.upstream) as object), json(at(content($, "c"), "json", "together"))]);
    });
    expect(response.json()).toEqual([["a", "b", "c", "d", "main"], "5"]);
  });

  test("that fail do not keep the others from succeeding", async () => {
    const response = await run(async ($) => {
      await requests($, { bad: { url: dead }, worse: 5, good: { url: server.url } });
      respond(
        $,
        ["bad", "worse", "good"].map((id) => json(at($.upstream, id, "status"))),
      );
    });
    expect(response.json()).toEqual([502, 502, 200]);
  });

  test("that exit on an error end the flow when all are done", async () => {
    const flow: Flow = ($) =>
      requests($, {
        bad: { url: dead, options: { "exit-on-error": true } },
        good: { url: `${server.url}/slow/50` },
      });
    const response = await run(
      flow,
      {},
      { error: ($) => respond($, [json(at($.upstream, "good", "status")), json(at($.error, "code"))]) },
    );
    expect([response.status, response.json()]).toEqual([502, [200, 3201]]);
  });

  test.each([[5], ["text"], [[]], [null]])("%j is a failed request", async (config) => {
    const response = await run(($) => requests($, config as JsonValue));
    expect([response.status, response.json()]).toMatchObject([502, { error: { code: 3201 } }]);
  });

  test("pass the client's body to several", async () => {
    const each = { url: server.url, body: { src: "$body" } };
    await run(
      async ($) => {
        await readBody($);
        await requests($, { a: each, b: each });
      },
      { body: "hello" },
    );
    expect(seen.map(({ body: text }) => text)).toEqual(["hello", "hello"]);
  });
});
