/** The request log: one `engine_request` event for each upstream request, and for each redirect that is followed. */
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type AppOptions, ask, flow } from "../support/samples.js";
import { deadUrl, type RunningServer, reply, upstream } from "../support/servers.js";

let server: RunningServer;
const compressed = gzipSync("x".repeat(1000));

beforeAll(async () => {
  server = await upstream((request, response) => {
    const [path = ""] = (request.url ?? "").split("?");
    const hops = /^\/hops\/(\d)$/.exec(path)?.[1];
    if (hops !== undefined && hops !== "0")
      reply(response, 302, "moved", { location: `/hops/${Number(hops) - 1}` });
    else if (path === "/gzip") {
      response.writeHead(200, { "content-encoding": "gzip", "content-length": compressed.byteLength });
      response.end(compressed);
    } else if (path === "/reset") request.socket.destroy();
    else if (path !== "/never") reply(response, path === "/teapot" ? 418 : 200, { ok: true });
  });
});
afterAll(() => server.stop());

const requests = async (content: string, options?: AppOptions) => {
  const { events } = await ask(await flow(content, options));
  const ids = new Set(events.map(({ requestID }) => requestID));
  expect(ids.size).toBe(1);
  return events.filter(({ type }) => type === "engine_request");
};

const request = (url: string, more = "", id = "users"): string =>
  `<request content="${id}">{ "url": "${url}"${more} }</request>`;

test("has the documented fields, in their order", async () => {
  const [event, ...others] = await requests(request(`${server.url}/a?b=c`));
  expect(others).toEqual([]);
  expect(Object.entries(event ?? {})).toEqual(
    Object.entries({
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/),
      type: "engine_request",
      requestID: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: `${server.url}/a?b=c`,
      method: "GET",
      status: 200,
      mime: "application/json",
      bytes: 11,
      duration: expect.any(Number),
      id: "users.0",
      cacheHit: false,
      refresh: false,
      timing: { TTFB: expect.any(Number) },
    }),
  );
});

test.each([
  ["that is not set", {}],
  ["that is empty", { STOCK_URL: "" }],
])("the alert of a request without a URL names a variable of the environment %s", async (_, env) => {
  const url = '{{ concat($env/STOCK_URL, "/a/", $env/STOCK_URL, $env/STOCK_KEY) }}';
  const content = `<request content="users">{ "url": ${url} }</request>`;
  for (const [name, value] of Object.entries({ STOCK_KEY: "of-stock", ...env })) vi.stubEnv(name, value);
  const { events } = await ask(await flow(content));
  vi.unstubAllEnvs();
  expect(events.filter(({ type }) => type === "engine_alert").map(({ message }) => message)).toEqual([
    "Upstream Connection Failed: request users to nowhere: The request has no valid http or https URL. $env/STOCK_URL is not set.",
  ]);
});

test("statuses and methods are those of the exchange", async () => {
  expect(await requests(request(`${server.url}/teapot`, `, "method": "put", "id": "pot"`))).toMatchObject([
    { id: "pot.0", method: "PUT", status: 418 },
  ]);
});

test("a compressed body counts as it was sent", async () => {
  expect(await requests(request(`${server.url}/gzip`))).toMatchObject([{ bytes: compressed.byteLength }]);
});

test("each redirect that is followed is an event", async () => {
  const options = `, "options": { "follow-redirects": true }`;
  expect(await requests(request(`${server.url}/hops/2`, options))).toMatchObject([
    { id: "users.0", url: `${server.url}/hops/2`, status: 302, mime: "text/plain", bytes: 5 },
    { id: "users.1", url: `${server.url}/hops/1`, status: 302 },
    { id: "users.2", url: `${server.url}/hops/0`, status: 200 },
  ]);
});

test("requests that run at once have an event each", async () => {
  const one = `{ "url": "${server.url}/" }`;
  const events = await requests(`<requests>{ "a": ${one}, "b": ${one} }</requests>`);
  expect(events.map(({ id }) => id).sort()).toEqual(["a.0", "b.0"]);
});

test("the URL has neither password nor secret parameters", async () => {
  const url = server.url.replace("//", "//ann:pw@");
  const [event] = await requests(request(`${url}/?api_key=1&amp;x=2`));
  expect(event?.url).toBe(`${server.url}/?api_key=***&x=2`);
});

test("a failed connection has status 0 and cURL's code", async () => {
  const url = await deadUrl();
  expect(await requests(request(`${url}/`))).toMatchObject([
    {
      url: `${url}/`,
      status: 0,
      mime: "",
      bytes: 0,
      curlErrorCode: 7,
      curlErrorMessage: "The connection failed (ECONNREFUSED).",
    },
  ]);
});

test.each<[string, string, string, object]>([
  [
    "a time-out",
    "/never",
    `, "options": { "timeout": 0.1 }`,
    { curlErrorCode: 28, curlErrorMessage: "No complete response within 0.1 s." },
  ],
  ["a connection that breaks", "/reset", "", { curlErrorCode: 56 }],
  [
    "a redirect too many",
    "/hops/1",
    `, "options": { "follow-redirects": true, "max-redirects": 0 }`,
    { curlErrorMessage: "More than 0 redirects." },
  ],
])("%s is logged", async (_, path, more, expected) => {
  expect(await requests(request(`${server.url}${path}`, more))).toMatchObject([{ status: 0, ...expected }]);
});

test("a request that is never sent is no event", async () => {
  const computed = `<request>{ "url": {{ concat($request/get/none, "ftp://a.test/") }} }</request>`;
  expect(await requests(computed)).toEqual([]);
});
