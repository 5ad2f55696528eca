/** `request` against real servers: what comes back, failures, redirects. */
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, test } from "vitest";
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
  request,
  respond,
} from "../../runtime/index.js";
import { reply, upstream } from "../support/servers.js";
import { appOf, withEnv } from "./support.js";
import { dead, other, record, resultOf, run, seen, sent, server, useUpstreams } from "./upstream-servers.js";

useUpstreams();

describe("What comes back", () => {
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
    seen.length = 0;
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
    seen.length = 0;
    expect(await resultOf({ url, options: { ...follow, "max-redirects": 1 } }, info)).toBe(
      "More than 1 redirects.",
    );
    expect(seen).toHaveLength(2);
    expect(await resultOf({ url, options: { ...follow, "max-redirects": 0 } }, info)).toBe(
      "More than 0 redirects.",
    );
  });
});
