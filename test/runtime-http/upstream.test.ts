/** `request` and `requests` against real servers. */
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  at,
  body,
  type Context,
  content,
  type Flow,
  fail,
  type JsonObject,
  type JsonValue,
  json,
  passBody,
  readBody,
  request,
  requests,
  respond,
  type ServiceOptions,
} from "../../runtime/index.js";
import { type ClientRequest, type ClientResponse, send } from "../support/client.js";
import { deadUrl, type RunningServer, received, reply, upstream } from "../support/servers.js";
import { appOf, withEnv } from "./support.js";

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  readonly port: number | undefined;
}

let server: RunningServer;
let other: RunningServer;
let dead: string;
let seen: Seen[] = [];
/** Answers those who wait for each other. */
const waiting: (() => void)[] = [];

beforeAll(async () => {
  dead = await deadUrl();
  other = await upstream(async (incoming, response) => {
    await record(incoming);
    reply(response, 200, { other: true });
  });
  server = await upstream(async (incoming, response) => {
    await record(incoming);
    const url = new URL(incoming.url ?? "/", "http://upstream.test");
    const [, kind, argument] = url.pathname.split("/");
    switch (kind) {
      case "status":
        return reply(response, Number(argument), { status: argument }, { "x-up": "1" });
      case "redirect":
        response.writeHead(Number(argument), { location: url.searchParams.get("to") ?? "" });
        return response.end("moved");
      case "loop":
        response.writeHead(302, { location: "/loop" });
        return response.end();
      case "slow":
        await new Promise((resolve) => setTimeout(resolve, Number(argument)));
        return reply(response, 200, { slow: argument });
      // Answers nobody before that many have asked.
      case "together":
        waiting.push(() => reply(response, 200, { together: argument }));
        if (waiting.length === Number(argument)) for (const answer of waiting.splice(0)) answer();
        return undefined;
      case "hang":
        return undefined;
      case "half":
        response.writeHead(200, { "content-type": "text/plain" });
        return response.write("half");
      case "break":
        return incoming.socket.destroy();
      case "bytes":
        response.writeHead(200, {
          "content-type": "image/png; x=Y",
          "set-cookie": ["a=1", "b=2"],
          "X-Up": "Kept",
        });
        return response.end(Buffer.from([0, 255, 128, 10]));
      case "latin1":
        response.writeHead(200, { "content-type": "text/plain; charset=iso-8859-1" });
        return response.end(Buffer.from([0xe4]));
      case "xml":
        return reply(response, 200, "<r><a>1</a></r>", { "content-type": "application/xml" });
      case "xml-latin1":
        response.writeHead(200, { "content-type": "application/xml" });
        return response.end(
          Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><r><a>\xe4</a></r>', "latin1"),
        );
      case "broken":
        return reply(response, 200, "{", { "content-type": "application/json" });
      case "big":
        return reply(response, 200, "x".repeat(Number(argument)));
      case "chunks":
        response.writeHead(200);
        for (let rest = Number(argument); rest > 0; rest--) response.write("x");
        return response.end();
      default:
        return reply(response, 200, { ok: true });
    }
  });
});

afterAll(async () => {
  await server.stop();
  await other.stop();
});

beforeEach(() => {
  seen = [];
});

const record = async (incoming: IncomingMessage): Promise<void> => {
  const text = await received(incoming);
  seen.push({
    method: incoming.method ?? "",
    url: incoming.url ?? "",
    headers: incoming.headers,
    body: text,
    port: incoming.socket.remotePort,
  });
};

const run = (
  flow: Flow,
  client: ClientRequest = {},
  options?: Partial<ServiceOptions>,
): Promise<ClientResponse> => send(appOf(flow, options), { path: "/api/x", ...client });

/** Sends one request and responds with what `read` finds then. */
const resultOf = async (
  config: JsonValue,
  read: ($: Context) => unknown,
  client?: ClientRequest,
): Promise<unknown> => {
  const response = await run(async ($) => {
    await request($, "up", config);
    respond($, (read($) ?? null) as JsonValue);
  }, client);
  return response.json();
};

/** Returns one request with that JSON as the upstream saw it; `path` is below the server. */
const sent = async (config: JsonObject, path = "/", client?: ClientRequest): Promise<Seen> => {
  const failure = await resultOf({ url: server.url + path, ...config }, ($) => json($.error), client);
  expect(failure).toBeNull();
  const last = seen.at(-1);
  if (last === undefined) throw new Error("Nothing was sent.");
  return last;
};

/** The `info` of the failure that the JSON leads to; nothing may be sent. */
const refused = async (config: JsonValue): Promise<string> => {
  const error = (await resultOf(config, ($) => json($.error))) as {
    code: number;
    status: number;
    info: string[];
  };
  expect([error.code, error.status, seen]).toEqual([3201, 502, []]);
  return error.info.join();
};

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

describe("What comes back", () => {
  test("is the content with its id, and the main content", async () => {
    const read = ($: Context) => [
      json(at(content($, "up"), "json", "ok")),
      json(at(content($), "json", "ok")),
      body($, "up"),
      body($),
      json(content($, "none")),
      json(content($, "__proto__")),
    ];
    expect(await resultOf({ url: server.url }, read)).toEqual([true, true, '{"ok":true}', "", null, null]);
  });

  test.each([
    ["the id of the JSON", "up", "mine", "mine"],
    ["the attribute, where the id is empty", "up", "", "up"],
    ["the attribute, where the id is null", "up", null, "up"],
    ["main, where both are empty", "", undefined, "main"],
    ["__proto__", "__proto__", undefined, "__proto__"],
    ["constructor", "up", "constructor", "constructor"],
  ])("has %s", async (_, attribute, id, expected) => {
    const response = await run(async ($) => {
      await request($, attribute, { url: server.url, ...(id !== undefined && { id }) });
      respond($, [
        Object.keys(json($.upstream) as object),
        body($, expected),
        json(at($.upstream, expected, "status")),
      ]);
    });
    expect(response.json()).toEqual([[expected], '{"ok":true}', 200]);
  });

  test("is in $upstream", async () => {
    const entry = (await resultOf({ url: `${server.url}/bytes?a=b` }, ($) =>
      json(at($.upstream, "up")),
    )) as JsonObject;
    expect(entry).toMatchObject({
      url: `${server.url}/bytes?a=b`,
      status: 200,
      cacheHit: false,
      headers: { "x-up": "Kept", "content-type": "image/png; x=Y", "set-cookie": ["a=1", "b=2"] },
    });
    expect(Object.keys(entry)).toEqual(["url", "status", "cacheHit", "headers"]);
  });

  test("$upstream grows, and what was copied of it does not", async () => {
    const response = await run(async ($) => {
      const before = $.upstream;
      await request($, "a", { url: server.url });
      $.copy = $.upstream;
      await request($, "b", { url: `${server.url}/status/404` });
      respond($, [
        before === undefined,
        Object.keys(json($.copy) as object),
        json(at($.upstream, "b", "status")),
        Object.keys(json($.upstream) as object),
      ]);
    });
    expect(response.json()).toEqual([true, ["a"], 404, ["a", "b"]]);
  });

  test("an HTTP error is no error", async () => {
    const response = await run(($) =>
      request($, "a", { url: `${server.url}/status/503`, options: { "exit-on-error": true } }),
    );
    expect([response.status, response.text]).toEqual([200, '{"status":"503"}']);
  });

  test("XML is a document, malformed JSON is none, text is decoded", async () => {
    expect(await resultOf({ url: `${server.url}/xml` }, ($) => json(at(content($), "r", "a")))).toBe("1");
    expect(await resultOf({ url: `${server.url}/xml-latin1` }, ($) => json(at(content($), "r", "a")))).toBe(
      "ä",
    );
    expect(await resultOf({ url: `${server.url}/broken` }, ($) => [json(content($)), body($, "up")])).toEqual(
      [null, "{"],
    );
    expect(await resultOf({ url: `${server.url}/latin1` }, ($) => body($, "up"))).toBe("ä");
  });

  test("passes to the client byte for byte, unparsed", async () => {
    const app = appOf(($) => request($, "a", { url: `${server.url}/bytes` }));
    const response = await app.request("/api/x");
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([0, 255, 128, 10]));
    expect([...response.headers.keys()]).toEqual(["content-type"]);
    expect(response.headers.get("content-type")).toBe("image/png; x=Y");
  });

  test("passBody sends one of several", async () => {
    const flow =
      (...sent: [id: string, as?: { mime: string; status: number }]): Flow =>
      async ($) => {
        await requests($, {
          main: { url: `${server.url}/status/201` },
          b: { url: `${server.url}/status/202` },
        });
        respond($, "loses");
        passBody($, ...sent);
      };
    const main = await run(flow("main"));
    expect([main.status, main.text, main.headers.get("content-type")]).toEqual([
      200,
      '{"status":"201"}',
      "text/plain",
    ]);
    const named = await run(flow("b", { mime: "a/b", status: 202 }));
    expect([named.status, named.text, named.headers.get("content-type")]).toEqual([
      202,
      '{"status":"202"}',
      "a/b",
    ]);
    const none = await run(flow("none"));
    expect([none.status, none.text]).toEqual([200, ""]);
  });

  test("HEAD has no content, 204 has none", async () => {
    expect(await resultOf({ url: server.url, method: "HEAD" }, ($) => body($, "up"))).toBe("");
    expect(
      await resultOf({ url: `${server.url}/status/204` }, ($) => [
        body($, "up"),
        json(at($.upstream, "up", "status")),
      ]),
    ).toEqual(["", 204]);
  });

  test("connections are used again", async () => {
    const fresh = await upstream(async (incoming, response) => {
      await record(incoming);
      reply(response, 200, {});
    });
    const connections = async (options: JsonObject) => {
      for (let count = 0; count < 10; count++) await sent({ url: fresh.url, options });
      return new Set(seen.splice(0).map(({ port }) => port)).size;
    };
    // Not always one: the next request may start before the agent has taken a connection back.
    expect(await connections({})).toBeLessThanOrEqual(2);
    expect(await connections({ "connect-timeout": 1 })).toBeLessThanOrEqual(2);
    await fresh.stop();
  });
});

describe("Failures", () => {
  const failed = (status: number, info: RegExp) => ({
    message: "Upstream Connection Failed",
    status,
    requestID: expect.any(String),
    info: [expect.stringMatching(info)],
    code: 3201,
  });

  test("the flow goes on: $error, $upstream and the content say so", async () => {
    const read = ($: Context) => [
      json($.error),
      json(at($.upstream, "up")),
      json(content($, "up")),
      json(content($)),
      at($.request, "id"),
    ];
    const [error, entry, named, main, id] = (await resultOf({ url: `${dead}/secret?a` }, read)) as [
      JsonObject,
      JsonObject,
      JsonValue,
      JsonValue,
      JsonValue,
    ];
    expect(error).toEqual(failed(502, /ECONNREFUSED/));
    expect(Object.keys(error)).toEqual(["message", "status", "requestID", "info", "code"]);
    expect(error.requestID).toBe(id);
    expect(entry).toEqual({ url: `${dead}/secret?a`, status: 502, cacheHit: false, headers: {}, error });
    expect([named, main]).toEqual([{ error }, { error }]);
  });

  test("the client gets the document with its status if nothing replaces it", async () => {
    const response = await run(($) => request($, "a", { url: dead }));
    expect([response.status, response.json()]).toEqual([502, { error: failed(502, /./) }]);
    const replaced = await run(async ($) => {
      await request($, "a", { url: dead });
      respond($, "went on");
    });
    expect([replaced.status, replaced.json()]).toEqual([200, "went on"]);
  });

  test("nothing of the upstream's address reaches the client, but the log has it", async () => {
    const response = await run(($) =>
      request($, "a", { url: `${dead.replace("//", "//user:pass@")}/path?key=pass` }),
    );
    expect(response.text).not.toContain("127.0.0.1");
    expect(response.log).toMatchObject([
      { type: "engine_alert", topic: "request", message: expect.stringContaining(`${dead}/path:`) },
    ]);
    expect(JSON.stringify(response.log)).not.toContain("pass");
  });

  test("with exit-on-error the flow ends", async () => {
    const flow: Flow = async ($) => {
      await request($, "a", { url: dead, options: { "exit-on-error": true } });
      return fail($, undefined, "not reached");
    };
    const document = await run(flow);
    expect([document.status, document.json()]).toEqual([502, { error: failed(502, /./) }]);
    const handled = await run(
      flow,
      {},
      { error: ($) => respond($, [json(at($.error, "code")), json(at($.upstream, "a", "status"))]) },
    );
    expect([handled.status, handled.json()]).toEqual([502, [3201, 502]]);
  });

  test("exit-on-error holds for a request that makes no sense, too", async () => {
    const response = await run(
      ($) => request($, "a", { options: { "exit-on-error": true } }),
      {},
      { error: ($) => respond($, "handled") },
    );
    expect([response.status, response.json()]).toEqual([502, "handled"]);
  });

  test.each([
    ["a name that does not exist", "http://none.invalid/", /./],
    ["a connection that breaks", "/break", /./],
  ])("%s: 502", async (_, target, info) => {
    const url = target.startsWith("/") ? server.url + target : target;
    expect(await resultOf({ url }, ($) => json($.error))).toEqual(failed(502, info));
  });

  test.each(["/hang", "/half"])("no complete response from %s in time: 504", async (path) => {
    const started = performance.now();
    const config = { url: server.url + path, options: { timeout: 0.15 } };
    expect(await resultOf(config, ($) => json($.error))).toEqual(failed(504, /0\.15 s/));
    expect(performance.now() - started).toBeLessThan(5000);
    const response = await run(($) => request($, "a", config));
    expect(response.status).toBe(504);
  });

  test("the timeout may be text, and is limited by the environment", async () => {
    const url = `${server.url}/hang`;
    expect(await resultOf({ url, options: { timeout: "0.1" } }, ($) => json(at($.error, "status")))).toBe(
      504,
    );
    for (const name of ["FLOW_MAX_TIMEOUT", "FLAT_MAX_TIMEOUT"]) {
      await withEnv({ [name]: "0.1" }, async () => {
        const status = resultOf({ url, options: { timeout: 30 } }, ($) => json(at($.error, "status")));
        expect(await status).toBe(504);
      });
    }
  });

  test.each([
    "FLOW_DEFAULT_TIMEOUT",
    "FLAT_DEFAULT_TIMEOUT",
    "FLOW_FETCH_DEFAULT_TIMEOUT",
    "FLAT_FETCH_DEFAULT_TIMEOUT",
  ])("the default timeout is %s", async (name) => {
    await withEnv({ [name]: "0.1" }, async () => {
      expect(
        await resultOf({ url: `${server.url}/hang` }, ($) => json(at($.error, "info", "value"))),
      ).toMatch(/0\.1 s/);
      expect(
        await resultOf({ url: `${server.url}/slow/200`, options: { timeout: 20 } }, ($) => json($.error)),
      ).toBeNull();
    });
  });

  test.each([
    "FLOW_DEFAULT_CONNECT_TIMEOUT",
    "FLAT_DEFAULT_CONNECT_TIMEOUT",
    "FLOW_FETCH_DEFAULT_CONNECT_TIMEOUT",
    "FLAT_FETCH_DEFAULT_CONNECT_TIMEOUT",
  ])("the default timeout of a connection is %s", async (name) => {
    // It accepts connections, and says nothing in the handshake that follows.
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    const url = `https://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    await withEnv({ [name]: "0.1" }, async () => {
      const started = performance.now();
      expect(await resultOf({ url }, ($) => json($.error))).toEqual(failed(504, /./));
      expect(performance.now() - started).toBeLessThan(8000);
    });
    silent.close();
  });

  test("a timer does not outlive its request", async () => {
    const timers = () => process.getActiveResourcesInfo().filter((type) => type === "Timeout").length;
    const before = timers();
    for (let count = 0; count < 10; count++) await sent({ options: { timeout: 60 } });
    expect(timers() - before).toBeLessThan(5);
  });

  test.each(["big", "chunks"])("a body larger than FLOW_MAX_UPSTREAM_BYTES (%s) fails", async (kind) => {
    await withEnv({ FLOW_MAX_UPSTREAM_BYTES: "10" }, async () => {
      expect(await resultOf({ url: `${server.url}/${kind}/10` }, ($) => body($, "up"))).toBe("xxxxxxxxxx");
      expect(await resultOf({ url: `${server.url}/${kind}/11` }, ($) => json($.error))).toEqual(
        failed(502, /10 bytes/),
      );
    });
  });

  test("a client's body that is too large is the client's error, not the upstream's", async () => {
    await withEnv({ FLOW_MAX_BODY_BYTES: "1" }, async () => {
      const response = await run(($) => request($, "a", { url: server.url, body: { src: "$body" } }), {
        body: "xx",
      });
      expect([response.status, response.json(), seen]).toMatchObject([413, { error: { code: 3204 } }, []]);
    });
  });
});

describe("Redirects", () => {
  const follow = { "follow-redirects": true };
  const to = (status: number, target: string) =>
    `${server.url}/redirect/${status}?to=${encodeURIComponent(target)}`;

  test("are not followed unless asked", async () => {
    const read = ($: Context) => [
      json(at($.upstream, "up", "status")),
      json(at($.upstream, "up", "headers", "location")),
      body($, "up"),
    ];
    expect(await resultOf({ url: to(302, "/x") }, read)).toEqual([302, "/x", "moved"]);
  });

  test("are followed, relative ones too; $upstream has the last URL", async () => {
    const read = ($: Context) => [json(at($.upstream, "up", "url")), body($, "up")];
    expect(await resultOf({ url: to(302, "../status/201?a#fragment"), options: follow }, read)).toEqual([
      `${server.url}/status/201?a`,
      '{"status":"201"}',
    ]);
  });

  test.each([
    [301, "POST", "GET", ""],
    [302, "POST", "GET", ""],
    [303, "PUT", "GET", ""],
    [307, "POST", "POST", "x"],
    [308, "PUT", "PUT", "x"],
  ])("%d of %s is followed by %s", async (status, method, then, text) => {
    await resultOf({ url: to(status, "/then"), method, body: { value: "x" }, options: follow }, () => 1);
    expect(seen.map((one) => [one.method, one.body])).toEqual([
      [method, "x"],
      [then, text],
    ]);
    expect(seen[1]?.headers["content-type"]).toBe(text === "" ? undefined : "text/plain");
  });

  test.each([301, 302, 303])("%d of HEAD is followed by HEAD", async (status) => {
    await resultOf({ url: to(status, "/then"), method: "HEAD", options: follow }, () => 1);
    expect(seen.map(({ method }) => method)).toEqual(["HEAD", "HEAD"]);
  });

  test("take credentials to the same origin only", async () => {
    const config = {
      cookies: { a: "b" },
      headers: { "x-kept": "1" },
      options: { ...follow, "basic-auth-credentials": "u:p" },
    };
    await resultOf({ url: to(302, "/then"), ...config }, () => 1);
    expect(seen[1]?.headers).toMatchObject({ cookie: "a=b", authorization: "Basic dTpw", "x-kept": "1" });
    seen = [];
    await resultOf({ url: to(307, `${other.url}/then`), ...config }, () => 1);
    expect(seen[1]?.url).toBe("/then");
    expect(seen[1]?.headers).toHaveProperty("x-kept", "1");
    expect(seen[1]?.headers).not.toHaveProperty("cookie");
    expect(seen[1]?.headers).not.toHaveProperty("authorization");
  });

  test.each(["file:///etc/passwd", "data:,x", "http://", "ftp://h/"])("to %s fail", async (target) => {
    expect(
      await resultOf({ url: to(302, target), options: follow }, ($) => json(at($.error, "info", "value"))),
    ).toMatch(/redirect/i);
  });

  test("end after max-redirects, which is 5 unless set", async () => {
    const url = `${server.url}/loop`;
    const info = ($: Context) => json(at($.error, "info", "value"));
    expect(await resultOf({ url, options: follow }, info)).toBe("More than 5 redirects.");
    expect(seen).toHaveLength(6);
    seen = [];
    expect(await resultOf({ url, options: { ...follow, "max-redirects": 1 } }, info)).toBe(
      "More than 1 redirects.",
    );
    expect(seen).toHaveLength(2);
    expect(await resultOf({ url, options: { ...follow, "max-redirects": 0 } }, info)).toBe(
      "More than 0 redirects.",
    );
  });
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

  test("only main becomes the main content", async () => {
    const one = { url: `${server.url}/status/201` };
    const main = await run(($) => requests($, { a: { url: server.url }, main: one }));
    expect(main.text).toBe('{"status":"201"}');
    const kept = await run(async ($) => {
      respond($, "kept");
      await requests($, { a: one, b: one });
    });
    expect(kept.text).toBe('"kept"');
  });

  test("take their ids from the keys", async () => {
    const response = await run(async ($) => {
      await requests($, JSON.parse(`{"__proto__":{"url":"${server.url}","id":"ignored"}}`) as JsonValue);
      respond($, [Object.keys(json($.upstream) as object), body($, "__proto__"), body($, "ignored")]);
    });
    expect(response.json()).toEqual([["__proto__"], '{"ok":true}', ""]);
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
