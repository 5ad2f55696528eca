/**
 * The servers call the handlers of flows directly where they can: that of Node, and those of platforms that serve functions
 * such as `fetch`. So each request is sent to both here, and to one that knows only `app.fetch`. All answer and log the same.
 */
import { once } from "node:events";
import { createServer as createPlainServer, type Server, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { respond } from "../../runtime/index.js";
import type { Application } from "../../runtime/server/node/application.js";
import { createServer } from "../../runtime/server/node/create-server.js";
import { type FetchListener, fetchListener } from "../../runtime/server/node/fetch-listener.js";
import { FetchedRequest } from "../../runtime/server/node/fetched-request.js";
import { serverLimits } from "../../runtime/server/node/server-limits.js";
import { worker } from "../../runtime/server/worker.js";
import { app } from "../support/compile.js";
import { type LogLine, withLog } from "../support/log.js";
import { appOf, withEnv } from "./support.js";

const everything = `<template>
  { "method": {{ $request/method }}, "url": {{ $request/url }}, "path": {{ $request/path }}, "query": {{ $request/query }},
    "get": {{ $request/get }}, "post": {{ $request/post }}, "cookies": {{ $request/cookies }},
    "headers": {{ $request/headers }}, "params": {{ $request/params }}, "host": {{ $request/host }}, "port": {{ $request/port }} }
</template>`;

const files = (settings: object) => ({
  "swagger.yaml": JSON.stringify({
    swagger: "2.0",
    basePath: "/api",
    "x-flow-error": { flow: "error.xml" },
    ...settings,
    paths: {
      "/all": {
        get: { "x-flow": "all.xml" },
        post: { "x-flow": "all.xml" },
        delete: { "x-flow": "all.xml" },
      },
      "/items/{id}": { get: { "x-flow": "all.xml" }, put: { "x-flow": "all.xml" } },
      "/items/special": { get: { "x-flow": "static.xml" } },
      "/static": { get: { "x-flow": "static.xml" }, post: { "x-flow": "static.xml" } },
      "/text": { get: { "x-flow": "text.xml" } },
      "/body": { post: { "x-flow": "body.xml" }, patch: { "x-flow": "body.xml" } },
      "/fields": { get: { "x-flow": "fields.xml" } },
      "/empty": { get: { "x-flow": "empty.xml" } },
      "/nothing": { get: { "x-flow": "nothing.xml" } },
      "/fails": { get: { "x-flow": "fails.xml" }, post: { "x-flow": "fails.xml" } },
      "/files/**": { get: { "x-flow": "files.xml" } },
    },
  }),
  "all.xml": `<flow>${everything}</flow>`,
  "static.xml": `<flow><template>{ "a": [1, "ä"] }</template></flow>`,
  "text.xml": `<flow><echo>Größe</echo></flow>`,
  "body.xml": `<flow><log>{ "length": {{ string-length($body) }} }</log><template>[ {{ $body }} ]</template></flow>`,
  "fields.xml": `<flow><set-response-headers status="203">
    { "Set-Cookie": ["a=1", "b=2"], "X-One": "1", "Location": "/x?token=abc" }
  </set-response-headers><template>{}</template></flow>`,
  "empty.xml": `<flow><set-status code="204"/></flow>`,
  "nothing.xml": `<flow/>`,
  "fails.xml": `<flow><error status="418">{ "message": "no \\"tea\\"", "code": 12 }</error></flow>`,
  "error.xml": `<flow><template>{ "failed": {{ $error/message }}, "info": {{ $error/info }} }</template></flow>`,
  "files.xml": `<flow><serve dir="htdocs" fallback-doc="/a.txt"/></flow>`,
  "htdocs/a.txt": "0123456789",
});

interface Asked {
  readonly target: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };

const requests: readonly Asked[] = [
  { target: "/api/static" },
  { target: "/api/static", method: "HEAD" },
  { target: "/elsewhere", method: "HEAD" },
  { target: "/elsewhere", method: "HEAD" }, // by now, the server knows what answers it
  { target: "/elsewhere" },
  { target: "/api/elsewhere", headers: { origin: "https://shop.example" } },
  { target: "/api/static", method: "POST" },
  { target: "/api/static", method: "POST", body: "nobody reads it" },
  { target: "/api/static", method: "PUT" },
  { target: "/api/static", method: "OPTIONS", headers: { origin: "https://shop.example" } },
  { target: "/api/fails", headers: { origin: "https://shop.example" } },
  { target: "/api/static", headers: { origin: "https://other.example", debug: "template:debug:inline" } },
  { target: "/api/static", headers: { debug: "template:debug:inline" } },
  { target: "/api/text" },
  { target: "/api/empty" },
  { target: "/api/nothing" },
  { target: "/api/fields" },
  { target: "/api/fails" },
  { target: "/api/fails", method: "POST", body: "{}", headers: json },
  { target: "/api/files/a.txt" },
  { target: "/api/files/a.txt", headers: { range: "bytes=2-4" } },
  { target: "/api/files/b.txt" },
  { target: "/api/items/7?a=1&a=2&b" },
  { target: "/api/items/special" },
  { target: "/api/items/a%20b%2Fc" },
  { target: "/api/items/a'b" },
  { target: "/api/items/a;token=b" },
  { target: "/api/items/7", method: "PUT", body: "x" },
  { target: "/api/items/" },
  { target: "/api/items/.." },
  { target: "/api/items/../static" },
  { target: "/api/items/./7" },
  { target: "/api/items/%2e%2e/static" },
  { target: "/api/items/..%2F" },
  { target: "/api/items/...?x=/../y" },
  { target: "/api//static" },
  { target: "/api/static/" },
  { target: "/api/all?x=%C3%A4&y=%27&token=secret" },
  { target: "/api/all?it's" },
  { target: "/api/all?a=%zz&b=[c]{d}|e^`f" },
  { target: "/api/all?" },
  { target: "/api/all?a=b?c=d" },
  { target: "/api/all", headers: { Cookie: "a=1; b=2", "X-Many": ["1", "2"], "user-agent": 'a"\\\u00e9\t' } },
  { target: "/api/all", method: "DELETE" },
  { target: "/api/all", method: "POST", body: "a=1&b=2", headers: form },
  { target: "/api/body", method: "POST", body: '{ "a": "ä" }', headers: json },
  { target: "/api/body", method: "PATCH", body: "[1, 2", headers: json },
  { target: "/api/body", method: "POST", body: JSON.stringify("x".repeat(100_000)), headers: json },
  { target: "/api/body", method: "POST", body: "in pieces", headers: { "transfer-encoding": "chunked" } },
  { target: "/api/body", method: "POST", body: "x".repeat(2000) },
  { target: "/api/body", method: "POST" },
  { target: "/api/missing" },
  { target: "/beside" },
  { target: "/beside", headers: { accept: "text/html" } },
  { target: "http://other.example:81/api/all" },
  { target: "/api/all", headers: { host: "SHOP.example:80" } },
  { target: "/api/all", headers: { host: "[::1]:8080" } },
  { target: "/api/all", method: "TRACE" },
  { target: "/api/all", method: "PROPFIND" },
];

/** The server of Node, one that knows only `app.fetch`, and what other platforms serve with. */
type Servers = readonly [Server, ...Server[]];

let all: { readonly usual: Servers; readonly withCors: Servers };

beforeAll(async () => {
  all = {
    usual: await serversOf({}),
    withCors: await serversOf({ "x-flow-cors": { "allowed-origins": ["https://shop.example"] } }),
  };
});

afterAll(() => {
  for (const server of [...all.usual, ...all.withCors]) server.close().closeAllConnections();
});

async function serversOf(settings: object): Promise<Servers> {
  const one = await app(files(settings));
  const plain = { requireHostHeader: false };
  const servers: Servers = [
    createServer(one, "localhost", serverLimits()),
    createPlainServer(plain, getRequestListener(one.fetch, { hostname: "localhost" })),
    createPlainServer(plain, listenerOf(one)),
    createPlainServer(plain, getRequestListener(worker(one).fetch, { hostname: "localhost" })),
  ];
  for (const server of servers) await once(server.listen(0, "127.0.0.1"), "listening");
  return servers;
}

function listenerOf(one: Application) {
  return getRequestListener(fetchListener(one, FetchedRequest), { hostname: "localhost" });
}

function ask(server: Server, { target, method = "GET", headers, body }: Asked) {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const host = { host: "shop.example:8080" };
    const length =
      body === undefined || headers?.["transfer-encoding"]
        ? {}
        : { "content-length": Buffer.byteLength(body) };
    const sent = send({
      host: "127.0.0.1",
      port,
      path: target,
      method,
      headers: { ...host, ...length, ...headers } as never,
    });
    sent.on("error", reject);
    sent.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => {
        const { date, "keep-alive": _, ...fields } = response.headers;
        resolve({ status: response.statusCode, fields, text: withoutIds(text) });
      });
    });
    sent.end(body);
  });
}

const withoutIds = (text: string): string => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "*");

const shown = (log: readonly LogLine[]) =>
  log.map((event) => ({ ...event, requestID: "", realtime: 0, timestamp: "" }));

describe("a request is answered and logged in the same way by all servers and by app.fetch", () => {
  const title = ({ method = "GET", target, headers, body }: Asked): string =>
    `${method} ${target} ${JSON.stringify(headers ?? {})} ${body?.slice(0, 20) ?? ""}`;
  for (const asked of requests) {
    test(title(asked), async () => {
      const servers = asked.headers?.origin === undefined ? all.usual : all.withCors;
      const limit = asked.body?.length === 2000 ? "1000" : "";
      const [direct, ...others] = await withEnv(
        { FLOW_DEBUG_ALLOW_HEADER: "true", FLOW_MAX_BODY_BYTES: limit },
        async () => {
          const outcomes = [];
          for (const server of servers) outcomes.push(await withLog(() => ask(server, asked)));
          return outcomes;
        },
      );
      for (const other of others) {
        expect(direct?.result).toEqual(other.result);
        expect(shown(direct?.log ?? [])).toEqual(shown(other.log));
      }
      expect(direct?.log).not.toEqual([]);
    });
  }
});

test("workers answer https as app.fetch does", async () => {
  const one = await app(files({}));
  const { fetch } = worker(one);
  for (const { target } of requests.filter(({ method, headers }) => method === undefined && !headers)) {
    const shownBy = async (answer: typeof fetch) => {
      const request = new Request(`https://shop.example${target}`);
      const { result, log } = await withLog(async () => {
        const response = await answer(request, { incoming: { socket: { remoteAddress: "192.0.2.1" } } });
        return [response.status, [...response.headers], withoutIds(await response.text())];
      });
      return { result, log: shown(log) };
    };
    expect(await shownBy(fetch)).toEqual(await shownBy((request, bindings) => one.fetch(request, bindings)));
  }
});

test.each<[string, (one: Application) => FetchListener]>([
  ["the listener of Bun and Deno", (one) => fetchListener(one, FetchedRequest)],
  ["workers", (one) => worker(one).fetch],
])("a fault of the platform is an alert and has the system error document: %s", async (_, listenTo) => {
  const answer = listenTo(await app(files({})));
  const broken = {
    get method(): string {
      throw new Error("There is no method.");
    },
  } as Request;
  const { result, log } = await withLog(async () => answer(broken));
  expect(result.status).toBe(500);
  expect(await result.json()).toMatchObject({ error: { code: 5001, requestID: log[0]?.requestID } });
  expect(log).toMatchObject([{ type: "engine_alert", message: "Error: There is no method." }]);
});

test("middleware before a handler of flows is called", async () => {
  const one = new Hono();
  one.use(async (context, next) => {
    await next();
    context.header("x-mine", "1");
  });
  one.route(
    "/",
    appOf(($) => respond($, "flow")),
  );
  for (const server of [createServer(one, "localhost", serverLimits()), createPlainServer(listenerOf(one))]) {
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { result } = await withLog(() => ask(server, { target: "/api/x" }));
    server.close();
    expect(result).toMatchObject({ status: 200, fields: { "x-mine": "1" }, text: '"flow"' });
  }
});
