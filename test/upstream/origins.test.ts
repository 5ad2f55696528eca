/**
 * `FLOW_UPSTREAM_ORIGINS`: where upstream requests may go. Nothing here is sent anywhere but to loopback: that other
 * servers are refused shows in a `fetch` of the test that is never called.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { readOrigins } from "../../runtime/base/origins.js";
import type { ClientRequest, ClientResponse } from "../support/client.js";
import { app } from "../support/compile.js";
import { ask, flow } from "../support/samples.js";
import { deadUrl, type RunningServer, upstream } from "../support/servers.js";
import { failed } from "./environment.js";
import { type Mirrored, mirror, reflect } from "./mirror.js";

const refused = failed(/^The server is not allowed\.$/);

let server: RunningServer;
let redirecting: RunningServer;
let called: string[];

beforeAll(async () => {
  server = await mirror();
  redirecting = await upstream((request, response) => {
    called.push(`${request.url}`);
    const to = new URL(request.url ?? "", "http://a.test").searchParams.get("to");
    if (to === null) return reflect(request, response);
    return response.writeHead(302, { location: to }).end();
  });
});
afterAll(async () => {
  await server.stop();
  await redirecting.stop();
});
beforeEach(() => {
  called = [];
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const allow = (origins: string) => vi.stubEnv("FLOW_UPSTREAM_ORIGINS", origins);

/** A `fetch` that only says whom it was asked for. */
const watchFetch = () => vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("sent"));

const get = async (config: object, request?: ClientRequest): Promise<ClientResponse> =>
  ask(await flow(`<request>${JSON.stringify(config)}</request>`), request);

describe("Which origins an entry stands for", () => {
  const allows = (origins: string, url: string) => readOrigins(origins)?.allows(new URL(url));

  test.each([
    ["https://a.test", "https://a.test/x?y"],
    ["https://a.test/", "https://a.test:443/"],
    ["https://a.test:443", "https://a.test/"],
    ["HTTPS://A.Test", "https://a.test/"],
    ["http://a.test:8080", "http://a.test:8080/"],
    ["http://a.test https://b.test", "https://b.test/"],
    [" http://a.test ,\n https://b.test ", "http://a.test/"],
    ["http://127.0.0.1", "http://2130706433/"],
    ["http://[::1]:80", "http://[0:0:0:0:0:0:0:1]/"],
    ["http://bücher.test", "http://xn--bcher-kva.test/"],
    ["https://*.a.test", "https://b.a.test/"],
    ["https://*.a.test", "https://c.b.a.test/"],
    ["https://*.a.test:8443", "https://b.a.test:8443/"],
    ["ldap://d.test", "ldap://D.test:389/"],
    ["ldaps://d.test", "ldaps://d.test:636"],
  ])("%s allows %s", (origins, url) => expect(allows(origins, url)).toBe(true));

  test.each([
    ["https://a.test", "http://a.test/"],
    ["https://a.test", "https://a.test:8443/"],
    ["https://a.test", "https://b.a.test/"],
    ["https://a.test", "https://a.test.evil.test/"],
    ["https://a.test", "https://a.test@evil.test/"],
    ["https://a.test", "https://a.test./"],
    ["https://*.a.test", "https://a.test/"],
    ["https://*.a.test", "https://evila.test/"],
    ["https://*.a.test", "http://b.a.test/"],
    ["https://*.a.test", "https://b.a.test:8443/"],
    ["http://localhost", "http://127.0.0.1/"],
    ["http://127.0.0.1", "http://127.0.0.2/"],
    ["ldap://d.test", "ldap://d.test:636/"],
    ["ldap://d.test", "ldaps://d.test/"],
    ["http://d.test", "ldap://d.test:80/"],
  ])("%s does not allow %s", (origins, url) => expect(allows(origins, url)).toBe(false));

  test.each([
    "*",
    "a.test",
    "a.test:443",
    "https://",
    "https://*",
    "https://*.",
    "https://*.10.0.0.1",
    "https://*.[::1]",
    "https://a.*.test",
    "https://*a.test",
    "https://a.test/path",
    "https://a.test?x",
    "https://user@a.test",
    "https://a.test:99999",
    "https://a.test:*",
    "ftp://a.test",
    "https://a.test;https://b.test",
    "https://a.test, nonsense",
    "true",
    " ",
    ",",
  ])("%j cannot be read", (text) => expect(readOrigins(text)).toBeUndefined());
});

describe("A request", () => {
  test("to a server that is listed is sent", async () => {
    allow(`https://a.test ${server.url}`);
    expect((await get({ url: `${server.url}/x` })).json()).toMatchObject({ url: "/x" });
  });

  test("to another one is never sent, and only the log says where", async () => {
    allow(server.url);
    const fetch = watchFetch();
    const response = await get({ url: "http://169.254.169.254/latest?key=k" });
    refused(response);
    expect(fetch).not.toHaveBeenCalled();
    expect(response.text).not.toContain("169.254");
    expect(response.log).toMatchObject([
      { topic: "request", message: expect.stringContaining("does not have http://169.254.169.254.") },
    ]);
    expect(response.events.filter(({ type }) => type === "engine_request")).toEqual([]);
  });

  test("that is refused ends the flow with exit-on-error, and leaves the error elsewhere", async () => {
    allow("http://a.test");
    expect((await get({ url: server.url, options: { "exit-on-error": true } })).status).toBe(502);
    const one = await flow(
      `<request>{ "url": "${server.url}" }</request><template>{ "status": {{ $upstream/main/status }}, "code": {{ $error/code }} }</template>`,
    );
    expect((await ask(one)).json()).toEqual({ status: 502, code: 3201 });
  });

  test("as one of several does not keep the others", async () => {
    allow(server.url);
    const one = await flow(
      `<requests>{ "a": { "url": "${server.url}" }, "b": { "url": "${redirecting.url}" } }</requests><template>[ {{ $upstream/a/status }}, {{ $upstream/b/status }} ]</template>`,
    );
    expect((await ask(one)).json()).toEqual([200, 502]);
    expect(called).toEqual([]);
  });

  test("from the cache is refused as well", async () => {
    const config = { url: `${server.url}/cached`, options: { "force-cache-ttl": 60 } };
    allow(server.url);
    expect((await get(config)).status).toBe(200);
    allow("http://a.test");
    refused(await get(config));
  });

  test("sees the setting in the bindings of the runtime, too", async () => {
    const one = await flow(`<request>{ "url": "${server.url}" }</request>`);
    const status = async (bindings: object) => (await one.request("http://c.test/t/x", {}, bindings)).status;
    vi.spyOn(console, "error").mockImplementation(() => {});
    expect(await status({ FLOW_UPSTREAM_ORIGINS: "http://a.test" })).toBe(502);
    expect(await status({ FLOW_UPSTREAM_ORIGINS: server.url })).toBe(200);
  });
});

describe("A redirect", () => {
  const follow = (to: string) =>
    get({ url: `${redirecting.url}/?to=${encodeURIComponent(to)}`, options: { "follow-redirects": true } });

  test("to a server that is listed is followed", async () => {
    allow(`${redirecting.url} ${server.url}`);
    expect((await follow(`${server.url}/next`)).json()).toMatchObject({ url: "/next" });
  });

  test.each(["http://169.254.169.254/latest", "//10.0.0.1/", "https://127.0.0.1/", "http://[::1]/"])(
    "to %s is not",
    async (to) => {
      allow(`${redirecting.url} ${server.url}`);
      const { fetch } = globalThis;
      const asked: string[] = [];
      vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
        asked.push(new URL(String(input)).origin);
        return new URL(String(input)).origin === redirecting.url ? fetch(input, init) : new Response("sent");
      });
      const response = await follow(to);
      refused(response);
      expect(asked).toEqual([redirecting.url]);
      expect(response.events.filter(({ type }) => type === "engine_request")).toHaveLength(1);
      expect(response.log).toMatchObject([{ message: expect.stringContaining("does not have") }]);
    },
  );
});

describe("A proxy", () => {
  test("is held to it", async () => {
    const one = await flow(`<proxy-request>{ "origin": "${server.url}" }</proxy-request>`);
    allow(server.url);
    expect((await ask(one)).status).toBe(200);
    allow("http://a.test");
    const response = await ask(one, { method: "POST", body: "x".repeat(100_000) });
    expect(response.status).toBe(502);
    refused(response);
  });

  test("in the API description is, too", async () => {
    const description = { swagger: "2.0", paths: { "/a": { "x-flow-proxy": { origin: server.url } } } };
    const one = await app({ "swagger.yaml": JSON.stringify(description) });
    vi.spyOn(console, "error").mockImplementation(() => {});
    const status = async () => (await one.request("http://client.test/a")).status;
    allow(server.url);
    expect(await status()).toBe(200);
    allow("http://a.test");
    expect(await status()).toBe(502);
  });
});

describe("A connection of its own kind", () => {
  const options = () => ({ "transport-server": "127.0.0.1", "transport-port": new URL(server.url).port });

  test("needs both the URL's server and the one that it goes to", async () => {
    const config = { url: "http://shop.example/", options: options() };
    allow(`http://shop.example ${server.url}`);
    const seen = (await get(config)).json() as Mirrored;
    expect(seen.headers.host).toBe("shop.example");
    allow("http://shop.example");
    const response = await get(config);
    refused(response);
    expect(response.log).toMatchObject([
      { message: expect.stringContaining(`does not have ${server.url}.`) },
    ]);
    allow(server.url);
    refused(await get(config));
  });

  test("without another server needs that of the URL", async () => {
    const config = { url: server.url, options: { "disable-connection-reuse": true } };
    allow(server.url);
    expect((await get(config)).status).toBe(200);
    allow("http://a.test");
    refused(await get(config));
  });

  test("by another protocol or port is another origin", async () => {
    allow(server.url);
    refused(await get({ url: server.url, options: { "transport-protocol": "https" } }));
    refused(await get({ url: server.url, options: { "transport-port": 1 } }));
  });

  test("of IPv6 is one", async () => {
    allow(server.url);
    refused(await get({ url: server.url, options: { "transport-server": "::1" } }));
  });

  test("through a proxy needs the proxy as well", async () => {
    const proxy = new URL(redirecting.url);
    const config = { url: "http://shop.example/", options: { "proxy-server": proxy.host } };
    allow(`http://shop.example ${redirecting.url}`);
    expect((await get(config)).json()).toMatchObject({ url: "http://shop.example/" });
    called = [];
    allow("http://shop.example");
    refused(await get(config));
    allow(redirecting.url);
    refused(await get(config));
    expect(called).toEqual([]);
  });
});

test("A directory is held to it", async () => {
  const url = (await deadUrl()).replace("http", "ldap");
  const one = await flow(
    `<template>{{ count(ldap-query('${url}', '', '', 'dc=test', '(uid=a)', 'uid')) }}</template>`,
  );
  allow("http://a.test");
  const response = await ask(one);
  expect(response.json()).toBe(0);
  expect(response.log).toMatchObject([
    { topic: "ldap-query", message: `FLOW_UPSTREAM_ORIGINS does not have ${url}.` },
  ]);
  allow(url);
  expect((await ask(one)).log).toMatchObject([{ message: expect.stringContaining("ECONNREFUSED") }]);
});
