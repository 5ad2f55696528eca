/** `<proxy-request>`: the client's request goes on to another server. */
import { describe, expect, test } from "vitest";
import { send } from "../support/client.js";
import { app } from "../support/compile.js";
import { ask, flow, type Sample, samples } from "../support/samples.js";
import { sees, useMirror } from "../upstream/environment.js";
import type { Mirrored } from "../upstream/mirror.js";

const server = useMirror();

const proxy = (more = "") =>
  `<proxy-request>{ "origin": {{ $env/UPSTREAM }}${more === "" ? "" : `, ${more}`} }</proxy-request>`;

const goesTo = (url: string | RegExp) => sees((seen) => expect(seen.url).toMatch(url));

samples("where it goes", {
  "origin: path and query stay": {
    pattern: "/a/**",
    flow: proxy(),
    request: { path: "/a/b%20c//d", query: "x=%20+&y" },
    check: goesTo(/^\/t\/\d+\/a\/b%20c\/\/d\?x=%20\+&y$/),
  },
  "stripEndpoint: of a wildcard, what it matched stays": {
    pattern: "/a/**",
    flow: proxy(`"stripEndpoint": true`),
    request: { path: "/a/b/c" },
    check: goesTo(/^\/b\/c$/),
  },
  "stripEndpoint: of a whole path, / stays": {
    pattern: "/a/b",
    flow: proxy(`"stripEndpoint": true`),
    request: { path: "/a/b", query: "q" },
    check: goesTo(/^\/\?q$/),
  },
  "stripEndpoint: of a wildcard that matched nothing, / stays": {
    pattern: "/a/**",
    flow: proxy(`"stripEndpoint": true, "addPrefix": "/v4"`),
    request: { path: "/a" },
    check: goesTo(/^\/v4\/$/),
  },
  ...["/v4", "/v4/", "v4"].map(
    (prefix): Sample => ({
      name: `addPrefix: ${prefix} comes before the path`,
      pattern: "/a/**",
      flow: proxy(`"stripEndpoint": true, "addPrefix": "${prefix}"`),
      request: { path: "/a/b" },
      check: goesTo(/^\/v4\/b$/),
    }),
  ),
  "addPrefix: comes before the endpoint, too": {
    flow: proxy(`"addPrefix": "/v4"`),
    check: goesTo(/^\/v4\/t\/\d+$/),
  },
  "origin: a path of its own comes first": {
    pattern: "/a/**",
    flow: `<proxy-request>{ "origin": {{ concat($env/UPSTREAM, "/base/") }}, "stripEndpoint": true, "addPrefix": "/v4" }</proxy-request>`,
    request: { path: "/a/b" },
    check: goesTo(/^\/base\/v4\/b$/),
  },
  "origin: a path cannot name another host": {
    pattern: "/**",
    flow: proxy(`"stripEndpoint": true`),
    request: { path: "//other.test/x" },
    check: goesTo(/^\/\/other\.test\/x$/),
  },
  "query: in place of the client's": {
    flow: proxy(`"query": { "a b": 1 }`),
    request: { query: "x=1" },
    check: goesTo(/\/\d+\?a%20b=1$/),
  },
  "url: as it is, without the client's path and query": {
    flow: `<proxy-request>{ "url": {{ concat($env/UPSTREAM, "/get?a=1") }} }</proxy-request>`,
    request: { query: "x=1" },
    check: goesTo(/^\/get\?a=1$/),
  },
  "url: with another query": {
    flow: `<proxy-request>{ "url": {{ concat($env/UPSTREAM, "/get?a=1") }}, "query": "b=2" }</proxy-request>`,
    check: goesTo(/^\/get\?b=2$/),
  },
});

samples("what it sends", {
  ...["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].map(
    (method): Sample => ({
      name: `the client's method, ${method}`,
      flow: proxy(),
      request: { method },
      check: sees((seen) => expect(seen).toMatchObject({ method, body: "" })),
    }),
  ),
  "the client's body and its type": {
    flow: proxy(),
    request: {
      body: "a=b",
      headers: { "content-type": "application/x-www-form-urlencoded", "content-length": "3" },
    },
    check: sees(({ body, headers }) => {
      expect(body).toBe("a=b");
      expect(headers).toMatchObject({
        "content-type": "application/x-www-form-urlencoded",
        "content-length": "3",
      });
    }),
  },
  "the client's body where the flow read it, too": {
    flow: `<eval out="$name">$body/json/name</eval>${proxy(`"headers": { "X-Name": {{ $name }} }`)}`,
    request: { json: { name: "Ada" } },
    check: sees(({ body, headers }) => {
      expect(body).toBe(`{"name":"Ada"}`);
      expect(headers["x-name"]).toBe("Ada");
    }),
  },
  "the client's header fields, but for credentials and those of the connection": {
    flow: proxy(),
    request: {
      headers: {
        Accept: "a/b",
        Authorization: "Basic YQ==",
        Connection: "close, X-Gone",
        Cookie: "a=b",
        "Keep-Alive": "1",
        Te: "trailers",
        "X-Gone": "1",
        "X-Kept": "1",
      },
    },
    check: sees(({ headers }) => {
      expect(headers).toMatchObject({ accept: "a/b", "x-kept": "1" });
      for (const name of ["authorization", "cookie", "keep-alive", "te", "x-gone"])
        expect(headers).not.toHaveProperty(name);
    }),
  },
  "headers: sets some, and removes those that are empty": {
    flow: proxy(`"headers": { "X-A": 42, "X-Remove": "" {{,}} {{: $request/headers/authorization }} }`),
    request: { headers: { "X-A": "1", "X-Remove": "1", Authorization: "Basic YQ==" } },
    check: sees(({ headers }) => {
      expect(headers).toMatchObject({ "x-a": "42", authorization: "Basic YQ==" });
      expect(headers).not.toHaveProperty("x-remove");
    }),
  },
  "headers: null changes nothing": {
    flow: proxy(`"headers": { "X-A": {{ $request/get/none }} }`),
    request: { headers: { "X-A": "1" } },
    check: sees(({ headers }) => expect(headers["x-a"]).toBe("1")),
  },
  "options: credentials": {
    flow: proxy(`"options": { "basic-auth-credentials": "u:p" }`),
    check: sees(({ headers }) => expect(headers.authorization).toBe("Basic dTpw")),
  },
});

samples("what comes back", {
  "status, header fields and body": {
    flow: proxy(),
    request: { query: "status=404&field=x-up:1&field=cache-control:no-store" },
    status: 404,
    headers: { "x-up": "1", "cache-control": "no-store", "content-type": "application/json" },
  },
  "what the flow sets wins": {
    flow: `${proxy()}<set-status code="201"/><set-response-headers>{ "X-Up": "flow", "X-More": "1" }</set-response-headers>`,
    request: { query: "status=404&field=x-up:1" },
    status: 201,
    headers: { "x-up": "flow", "x-more": "1" },
  },
  "fields that the connection to the upstream has are dropped": {
    flow: proxy(),
    request: { query: "field=connection:x-gone&field=x-gone:1" },
    headers: { connection: null, "x-gone": null },
  },
  "a template in its place takes nothing over": {
    flow: `${proxy()}<template>{ "status": {{ $upstream/main/status }} }</template>`,
    request: { query: "status=404&field=x-up:1" },
    json: { status: 404 },
    headers: { "x-up": null },
  },
  "the flow reads the body": {
    flow: `${proxy()}<template>{ "method": {{ content("main")/json/method }}, "main": {{ /json/method }} }</template>`,
    json: { method: "GET", main: "GET" },
  },
  "statuses without a body have none": {
    flow: proxy(),
    request: { query: "status=304&field=etag:%22a%22" },
    status: 304,
    text: "",
    headers: { etag: '"a"' },
  },
});

const refused = { message: "Upstream Connection Failed", status: 502, code: 3201 };

samples(
  "what fails",
  {
    "is the system error document, and the flow goes on": {
      flow: `<proxy-request>{ "origin": {{ $env/DEAD }} }</proxy-request><set-response-headers>{ "X-Status": {{ $upstream/main/status }} }</set-response-headers>`,
      status: 502,
      headers: { "x-status": "502" },
      check: (response) => expect(response.json()).toMatchObject({ error: refused }),
    },
    "is an error of the flow with exit-on-error": {
      flow: `<proxy-request>{ "origin": {{ $env/DEAD }}, "options": { "exit-on-error": true } }</proxy-request>`,
      status: 502,
      json: { caught: 3201 },
    },
    "is an error of the flow where there is a definition": {
      flow: `<proxy-request>{ "origin": {{ $env/DEAD }}, "options": { "definition": "upstream.yaml" } }</proxy-request>`,
      status: 502,
      json: { caught: 3201 },
    },
    "is a request that the definition does not have": {
      flow: proxy(`"addPrefix": "/none", "options": { "definition": "upstream.yaml" }`),
      status: 400,
      json: { caught: 3202 },
    },
    "is a response that the definition does not have": {
      flow: proxy(`"options": { "definition": "upstream.yaml" }`),
      request: { query: "status=202" },
      status: 502,
      json: { caught: 3203 },
    },
    "is not what the definition has": {
      flow: proxy(`"options": { "definition": "upstream.yaml" }`),
      check: sees((seen) => expect(seen.method).toBe("GET")),
    },
    "is no error of the flow with a definition and exit-on-error false": {
      flow: `<proxy-request>{ "origin": {{ $env/DEAD }}, "options": { "definition": "upstream.yaml", "exit-on-error": false } }</proxy-request>`,
      status: 502,
      check: (response) => expect(response.json()).toMatchObject({ error: refused }),
    },
    ...["{}", `{ "origin": {{ $env/NOTHING }} }`, `{ "origin": "ftp://a.test" }`, `{ "url": "no url" }`].map(
      (config): Sample => ({
        name: `a configuration without a server: ${config}`,
        flow: `<template out="$config">${config}</template><proxy-request>{{ $config }}</proxy-request>`,
        status: 502,
        check: (response) => expect(response.json()).toMatchObject({ error: refused }),
      }),
    ),
  },
  {
    error: `<template>{ "caught": {{ $error/code }} }</template>`,
    files: {
      "upstream.yaml": `swagger: "2.0"\npaths: { "/t/{name}": { get: { responses: { 200: {} } } } }\n`,
    },
  },
);

describe("HEAD", () => {
  test("is asked of the upstream, and answered without a body", async () => {
    const proxied = await flow(proxy());
    const response = await ask(proxied, { method: "HEAD", query: "field=x-up:1" });
    expect([response.status, response.text, response.headers.get("x-up")]).toEqual([200, "", "1"]);
  });
});

describe("x-flow-proxy", () => {
  const description = (body: string) => `swagger: "2.0"\nbasePath: /t\npaths:\n${body}`;
  const flows = { "own.xml": `<flow><template>"own"</template></flow>` };

  test("stands in a path, in an operation and for all paths", async () => {
    const proxied = await app({
      ...flows,
      "swagger.yaml": description(`  x-flow-proxy: { origin: "${server.url()}", addPrefix: /all }
  /path/**:
    x-flat-proxy:
      origin: ${server.url()}
      stripEndpoint: true
      headers: { X-A: 42, X-B: "" }
      options: { timeout: 2 }
  /operation:
    get:
      x-flow-proxy: { url: "${server.url()}/get", query: { a: true, b: 1.50 } }
    post:
  /own:
    x-flow: own.xml
  /rest:
`),
    });
    const seen = async (method: string, path: string) =>
      (await send(proxied, { method, path, headers: { "X-B": "1" } })).json() as Mirrored;
    const path = await seen("POST", "/t/path/x/y");
    expect(path).toMatchObject({ method: "POST", url: "/x/y", headers: { "x-a": "42" } });
    expect(path.headers).not.toHaveProperty("x-b");
    expect((await seen("GET", "/t/operation")).url).toBe("/get?a=true&b=1.5");
    expect((await seen("POST", "/t/operation")).url).toBe("/all/t/operation");
    expect((await seen("GET", "/t/rest")).url).toBe("/all/t/rest");
    expect((await send(proxied, { path: "/t/own" })).text).toBe(`"own"`);
  });

  test("comes after the init flow, and its errors go to the error flow", async () => {
    const proxied = await app({
      "init.xml": `<flow><set-response-headers>{ "X-Init": 1 }</set-response-headers></flow>`,
      "error.xml": `<flow><template>{ "caught": {{ $error/code }} }</template></flow>`,
      "swagger.yaml": `x-flow-init: init.xml\nx-flow-error: { flow: error.xml }\n${description(`  /x:
    x-flow-proxy: { origin: "${process.env.DEAD}", options: { exit-on-error: true } }
`)}`,
    });
    const response = await send(proxied, { path: "/t/x" });
    expect([response.status, response.json(), response.headers.get("x-init")]).toEqual([
      502,
      { caught: 3201 },
      "1",
    ]);
  });

  test.each([
    ["object", 200],
    ["array", 500],
  ])("is held to the responses of its operation: %s", async (type, status) => {
    const response = `{ description: "", schema: { type: ${type} } }`;
    const proxied = await app({
      "swagger.yaml": description(`  /x:
    x-flow-validate: { response: true }
    get:
      x-flow-proxy: { origin: "${server.url()}" }
      responses: { 200: ${response} }
`),
    });
    expect((await send(proxied, { path: "/t/x" })).status).toBe(status);
  });
});
