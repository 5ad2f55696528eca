import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { needing } from "../support/needs.js";
import { elsewhere } from "../support/other-servers.js";
import { open, sendRaw } from "../support/raw.js";
import { flowFile } from "../support/samples.js";
import { built, served } from "../support/served.js";
import type { RunningProcess } from "../support/servers.js";

interface Seen {
  readonly line: string;
  readonly fields: ReadonlyMap<string, string>;
  readonly body: string;
}

let listener: Server;
let origin = "";
const seen: Seen[] = [];
/** What becomes of the request with this number on its connection: it is answered, unless the connection is closed instead. */
let closes: (count: number, socket: Socket) => boolean = () => false;
/** The answer to a request; `undefined` for the usual one. */
let answer: (line: string) => string | undefined = () => undefined;
const sockets = new Set<Socket>();

beforeAll(async () => {
  listener = createServer((socket) => {
    sockets.add(socket);
    let received = "";
    let count = 0;
    socket.setEncoding("latin1").on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    socket.on("data", (text: string) => {
      received += text;
      const request = whole(received);
      if (request === undefined) return;
      received = "";
      seen.push(request);
      if (closes(++count, socket)) return void socket.destroy();
      const special = answer(request.line);
      if (special !== undefined) return void socket.write(special);
      // At once: a second piece would wait for the first one to be acknowledged.
      const content = request.line.startsWith("HEAD ") ? "" : "ok";
      socket.write(`HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n${content}`);
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  return new Promise((resolve) => listener.close(resolve));
});
beforeEach(() => {
  seen.length = 0;
  closes = () => false;
  answer = () => undefined;
});

/** The first request in a text; `undefined` while some of it is missing. */
function whole(text: string): Seen | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [line = "", ...lines] = text.slice(0, end).split("\r\n");
  const fields = new Map(
    lines.map((one) => [one.replace(/:.*/, "").toLowerCase(), one.replace(/^[^:]*: */, "")] as const),
  );
  const body = text.slice(end + 4);
  const isWhole = fields.has("transfer-encoding")
    ? body.endsWith("0\r\n\r\n")
    : body.length >= Number(fields.get("content-length") ?? 0);
  return isWhole ? { line, fields, body } : undefined;
}

/** How the end of the body was told, and the body. */
const framing = ({ fields, body }: Seen) => ({
  coding: fields.get("transfer-encoding"),
  length: fields.get("content-length"),
  body: fields.has("transfer-encoding") ? body.replace(/[0-9a-f]+\r\n|\r\n/g, "") : body,
});

const proxy = (more = "") =>
  `<proxy-request>{ "origin": {{ $env/UP }}, "stripEndpoint": true ${more} }</proxy-request>`;
const request = `{ "url": {{ concat($env/UP, "/x") }}, "method": {{ $request/method }} }`;
const ways = {
  proxy: proxy(),
  single: proxy(`, "options": { "disable-connection-reuse": true }`),
  mounted: { origin: "UP", stripEndpoint: true },
  cached: proxy(`, "options": { "use-http-cache": true }`),
  changed: `${proxy()}<set-status code="200"/>`,
  request: `<request>${request}</request>`,
  requests: `<requests>{ "main": ${request} }</requests>`,
  body: `<request>{ "url": {{ concat($env/UP, "/x") }}, "method": {{ $request/method }}, "body": { "value": "xyz" } }</request>`,
  passed: `<request>{ "url": {{ concat($env/UP, "/x") }}, "method": {{ $request/method }}, "body": { "src": "$body" } }</request>`,
  built: `<!-- flowc-ignore FLOW4051 --><request>{ "url": {{ concat($env/UP, $request/get/to) }} }</request>`,
  query: `<request>{ "url": {{ concat($env/UP, "/q") }}, "query": {{ $request/get/to }} }</request>`,
  pairs: `<request>{ "url": {{ concat($env/UP, "/q?x=y") }}, "query": { "a": {{ $request/get/to }} } }</request>`,
};

function filesOf(names: readonly (keyof typeof ways)[]) {
  const files: Record<string, string> = {};
  const paths: Record<string, unknown> = {};
  for (const name of names) {
    const way = ways[name];
    if (typeof way === "string") files[`${name}.xml`] = flowFile(way);
    paths[`/${name}/**`] =
      typeof way === "string" ? { "x-flow": `${name}.xml` } : { "x-flow-proxy": { ...way, origin } };
  }
  files["swagger.yaml"] = JSON.stringify({ swagger: "2.0", basePath: "/t", paths });
  return files;
}

const none = { coding: undefined, length: undefined, body: "" };
const empty = { coding: undefined, length: "0", body: "" };
const xyz = { coding: undefined, length: "3", body: "xyz" };
const chunked = { coding: "chunked", length: undefined, body: "xyz" };
const bodies: Readonly<Record<string, string>> = {
  none: "\r\n",
  "length 0": "Content-Length: 0\r\n\r\n",
  "no chunk": "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  xyz: "Content-Length: 3\r\n\r\nxyz",
  chunks: "Transfer-Encoding: chunked\r\n\r\n3\r\nxyz\r\n0\r\n\r\n",
};
const methods = ["DELETE", "OPTIONS", "PATCH", "POST", "PUT", "PROPFIND"];

const ask = (app: RunningProcess, line: string, rest = "\r\n") =>
  sendRaw(app.url, `${line} HTTP/1.1\r\nHost: api.test\r\nConnection: close\r\n${rest}`);

/** The one request that the upstream system got for this one. */
async function sent(app: RunningProcess, line: string, rest?: string): Promise<Seen> {
  seen.length = 0;
  const { status, body } = await ask(app, line, rest);
  expect({ status, body }).toMatchObject({ status: 200 });
  expect(seen).toHaveLength(1);
  return seen[0] as Seen;
}

const senders: Readonly<Record<string, Record<string, string>>> = {
  "by node:http": {},
  "by fetch": { NODE_USE_ENV_PROXY: "1" },
};

let out = "";
beforeAll(async () => {
  out = await built(filesOf(Object.keys(ways) as (keyof typeof ways)[]));
});

describe.each(Object.entries(senders))("%s", (sender, env) => {
  let app: RunningProcess;
  beforeAll(async () => {
    app = await served(out, { UP: origin, ...env });
  });
  const isFetch = sender === "by fetch";
  /** Methods that say that there is no content, where there is none. */
  const tells = (method: string) =>
    isFetch ? ["POST", "PUT", "PATCH", "PROPFIND"].includes(method) : !["DELETE", "OPTIONS"].includes(method);

  test.each(isFetch ? (["proxy", "mounted"] as const) : (["proxy", "mounted", "single"] as const))(
    "/%s: where a body ends",
    async (way) => {
      for (const method of methods)
        for (const [name, rest] of Object.entries(bodies)) {
          const got = framing(await sent(app, `${method} /t/${way}/x`, rest));
          const withoutAny = tells(method) ? empty : none;
          const expected = name === "xyz" ? xyz : name === "chunks" ? chunked : withoutAny;
          const unsaid = isFetch && method === "PROPFIND" && expected === empty ? got : expected;
          expect({ method, name, ...got }).toEqual({ method, name, ...unsaid });
        }
    },
  );

  test.each(["GET", "HEAD"])("%s: a body is not passed on", async (method) => {
    expect(framing(await sent(app, `${method} /t/proxy/x`, bodies.xyz))).toEqual(none);
    expect(framing(await sent(app, `${method} /t/proxy/x`))).toEqual(none);
  });

  test.each(["request", "requests"])("<%s> without a body", async (way) => {
    for (const method of ["DELETE", "OPTIONS", "PATCH", "POST", "PUT"])
      expect({ method, ...framing(await sent(app, `${method} /t/${way}/x`)) }).toEqual({
        method,
        ...(tells(method) ? empty : none),
      });
  });

  test("<request> with a body, and with that of the client", async () => {
    for (const method of ["DELETE", "OPTIONS", "PATCH", "POST", "PUT"]) {
      expect({ method, ...framing(await sent(app, `${method} /t/body/x`)) }).toEqual({ method, ...xyz });
      expect({ method, ...framing(await sent(app, `${method} /t/passed/x`, bodies.chunks)) }).toEqual({
        method,
        ...xyz,
      });
    }
  });

  describe("a kept connection that the server closes instead of answering", () => {
    const again = (method: string, way = "proxy", rest?: string) =>
      test(`${method} /${way} ${rest === undefined ? "" : "with a body"} is sent once more`, async () => {
        await sent(app, "GET /t/proxy/x");
        closes = (count) => count > 1;
        seen.length = 0;
        expect(await ask(app, `${method} /t/${way}/x`, rest)).toMatchObject({ status: 200 });
        expect(seen.map(({ line }) => line.split(" ")[0])).toEqual([method, method]);
        expect(seen.at(-1)?.body).toBe(seen[0]?.body);
      });
    for (const method of ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "QUERY"]) {
      again(method);
      if (method !== "GET" && method !== "HEAD") again(method, "proxy", bodies.xyz);
    }
    again("DELETE", "mounted");
    again("DELETE", "request");
    again("PUT", "requests");
    again("PUT", "body");

    test.each([
      ["POST", bodies.none],
      ["POST", bodies.xyz],
      ["PATCH", bodies.xyz],
      ["LINK", bodies.none],
      ["PUT", bodies.chunks],
    ])("%s %j is never sent twice, since it may have been carried out", async (method, rest) => {
      await sent(app, "GET /t/proxy/x");
      closes = (count) => count > 1;
      seen.length = 0;
      expect(await ask(app, `${method} /t/proxy/x`, rest)).toMatchObject({ status: 502 });
      expect(seen).toHaveLength(1);
    });

    test("a server that closes every connection is asked twice at most", async () => {
      await sent(app, "GET /t/proxy/x");
      closes = () => true;
      seen.length = 0;
      expect(await ask(app, "DELETE /t/proxy/x")).toMatchObject({ status: 502 });
      expect(seen).toHaveLength(2);
    });
  });

  // `fetch` takes a connection once it has something to write.
  if (!isFetch)
    test("a connection that is closed before anything is written is no loss", async () => {
      const long = "x".repeat(70_000);
      const head = `Host: a\r\nConnection: close\r\nContent-Length: ${long.length}\r\n\r\n`;
      for (const method of ["POST", "PUT"]) {
        for (const socket of sockets) socket.destroy();
        await expect.poll(() => sockets.size).toBe(0);
        await sent(app, "GET /t/proxy/x");
        const [kept] = sockets;
        const client = await open(app.url);
        client.write(`${method} /t/proxy/x HTTP/1.1\r\n${head}`);
        // Once the request has the kept connection, another one needs a new connection.
        await expect.poll(() => sent(app, "GET /t/proxy/x").then(() => sockets.size)).toBe(2);
        kept?.destroy();
        await expect.poll(() => sockets.size).toBe(1);
        seen.length = 0;
        let answered = "";
        client.on("data", (piece) => {
          answered += piece;
        });
        // The app notices the end of the connection before it answers this.
        await ask(app, "GET /t/none");
        client.write(long);
        await new Promise((resolve) => client.on("close", resolve));
        expect(answered).toMatch(/^HTTP\/1\.1 200 /);
        expect(seen).toMatchObject([{ line: `${method} /x HTTP/1.1`, body: long }]);
      }
    });

  /** What a proxy tells of a response without content: with HEAD, and with 304. */
  test("Content-Length of what is not sent", async () => {
    const told = async (method: string, status: string, fields: string, way = "proxy") => {
      answer = () => `HTTP/1.1 ${status}\r\n${fields}\r\n\r\n`;
      const got = await ask(app, `${method} /t/${way}/${encodeURIComponent(status + fields)}`);
      const { headers } = got;
      return [got.status, headers.get("content-length"), headers.get("content-encoding"), got.body];
    };
    const gzip = "Content-Encoding: gzip\r\nContent-Length: 50";
    for (const way of ["proxy", "mounted", "cached"]) {
      expect(await told("HEAD", "200 OK", "Content-Length: 1000", way)).toEqual([200, "1000", undefined, ""]);
      expect(await told("HEAD", "404 No", "Content-Length: 9", way)).toEqual([404, "9", undefined, ""]);
      expect(await told("HEAD", "200 OK", 'ETag: "1"', way)).toEqual([200, undefined, undefined, ""]);
      expect(await told("HEAD", "200 OK", gzip, way)).toEqual([200, undefined, undefined, ""]);
      const unknown = "Content-Encoding: zstd\r\nContent-Length: 50";
      expect(await told("HEAD", "200 OK", unknown, way)).toEqual([200, "50", "zstd", ""]);
      expect(await told("HEAD", "304 Same", "Content-Length: 7", way)).toEqual([304, "7", undefined, ""]);
      expect(await told("GET", "304 Same", "Content-Length: 7", way)).toEqual([304, "7", undefined, ""]);
      expect(await told("GET", "204 None", 'ETag: "1"', way)).toEqual([204, undefined, undefined, ""]);
    }
    // A length must never promise content that does not come.
    expect(await told("GET", "304 Same", "Content-Length: 7", "changed")).toEqual([200, "0", undefined, ""]);
    const fresh = "Cache-Control: max-age=60\r\nContent-Length: 8";
    expect(await told("HEAD", "200 OK", fresh, "cached")).toEqual([200, "8", undefined, ""]);
    seen.length = 0;
    expect(await told("HEAD", "200 OK", fresh, "cached")).toEqual([200, "8", undefined, ""]);
    expect(seen).toEqual([]);
  });

  /** A client's path and query, and what the upstream system is asked for; `400` if it is not asked. */
  const targets: readonly (readonly [string, (string | 400)?])[] = [
    ["/a'b"],
    ["/q?a='x'"],
    ["/q?a='x'&b=%22y%22"],
    ["/q?a=(1)!*$,;:@/?"],
    ["/a;v=1,2(3)!$&'*=:@~"],
    ['/a"b?c="d"'],
    ["/a<b>?c=<d>"],
    ["/a^b`c{d}e|f[g]?a^b`c{d}e|f[g]"],
    ["/q?a=b\\c"],
    ["/a\\b", 400],
    ["/%2F/%2f/%5C/%5c"],
    ["/%c3%a9/%C3%A9/%61%2D%2d"],
    ["/%/%z/%zz/%2?%&%z=%2"],
    ["/100%25/x%2525"],
    ["/q?a=b+c&d=%2f&&x&e=[1]|{}"],
    ["//a///b//"],
    ["/q?"],
    ["/q??"],
    ["/q?a?b"],
    ["/q?a=/../b"],
    ["/a/../b", "/b"],
    ["/a/%2e%2e/b", "/b"],
    ["/a/%2E./b/.", "/b/"],
    ["/a.b/..c/.../.d"],
    ["/a/..%2fb", 400],
    ["/a/..%2Fb", 400],
    ["/a/..%5cb", 400],
    ["/a/%2e%2e%2fb", 400],
    ["/a%2f../b", 400],
    ["/a/..;x/b", 400],
    ["/a/.;/b", 400],
    ["/a%2f..", 400],
    ["/a#b", 400],
  ];

  test("the path and the query of a client", async () => {
    const got: string[] = [];
    const expected: string[] = [];
    for (const [target, to = target === "/q?" ? "/q" : target] of targets)
      for (const way of ["proxy", "mounted"] as const) {
        seen.length = 0;
        const { status, body } = await ask(app, `GET /t/${way}${target}`);
        const line = seen.map((one) => one.line.split(" ")[1]);
        const was = status === 200 ? line.join() : `${status} ${JSON.parse(body).error.code}`;
        got.push(`${way} ${target}: ${was}`);
        expected.push(`${way} ${target}: ${to === 400 ? "400 3204" : isFetch ? byUrl(to) : to}`);
      }
    expect(got).toEqual(expected);
  });

  /** `fetch` writes what the URL standard makes of a target. */
  const byUrl = (target: string): string => {
    const { pathname, search } = new URL(`http://a${target}`);
    return pathname + search;
  };

  test("URLs and queries that a flow makes", async () => {
    const ask = async (way: string, to: string) =>
      (await sent(app, `GET /t/${way}/x?to=${encodeURIComponent(to)}`)).line.split(" ")[1];
    const kept = [
      "/q?a='x'",
      "/a'b;c=(d)!*,$&+=:@~-._?e=/?'",
      "/a|[]?|[]",
      '/a"^`{}<>?"^`{}<>',
      "/%2f%C3%a9%zz?%",
    ];
    for (const target of kept) expect(await ask("built", target)).toBe(isFetch ? byUrl(target) : target);
    expect(await ask("built", "/a b?c d")).toBe("/a%20b?c%20d");
    expect(await ask("built", "/é?é#f")).toBe("/%C3%A9?%C3%A9");
    expect(await ask("built", "/a\r\nb?c\td")).toBe("/ab?cd");
    expect(await ask("query", "a='x'&b=\"")).toBe(isFetch ? "/q?a=%27x%27&b=%22" : "/q?a='x'&b=\"");
    expect(await ask("query", "?a=b")).toBe("/q?a=b");
    expect(await ask("query", "a=b#c d")).toBe("/q?a=b%23c%20d");
    expect(await ask("pairs", "'\" &=/?(x)")).toBe("/q?a=%27%22%20%26%3D%2F%3F(x)");
  });
});

/** On other platforms, `fetch` decides how it is said that there is no body. */
describe.each(elsewhere)("$name", ({ name, needs, start }) => {
  test("what is passed on", needing(needs), async () => {
    // Options about connections need modules of Node.
    const app = await start(name === "workerd" ? filesOf(["proxy"]) : out, { UP: origin });
    for (const method of ["DELETE", "OPTIONS", "PATCH", "POST", "PUT"])
      for (const [body, rest] of Object.entries(bodies)) {
        const got = framing(await sent(app, `${method} /t/proxy/x`, rest));
        const isEmpty = body !== "xyz" && body !== "chunks";
        expect({ ...got, method, name: body }).toEqual({
          ...got,
          method,
          name: body,
          body: isEmpty ? "" : "xyz",
          coding: body === "chunks" ? "chunked" : undefined,
        });
      }
    for (const target of ["/a;v=1,2(3)!$&'*=:@~", "/%2F/%2f/%c3%a9/%61", "/q?a=b+c&d=%2f&&x", "/a//b/"])
      expect((await sent(app, `GET /t/proxy${target}`)).line).toBe(`GET ${target} HTTP/1.1`);
    expect(await ask(app, "GET /t/proxy/a/..%2fb")).toMatchObject({ status: 400 });
    expect((await ask(app, "HEAD /t/proxy/x")).headers.get("content-length")).toBe("2");
  });
});
