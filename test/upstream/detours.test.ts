/** Paths that lead elsewhere: what a client sends does not climb in the URL of an upstream request. */
import { describe, expect, test } from "vitest";
import { pathDetours } from "../../runtime/upstream/plan/request-url.js";
import { app } from "../support/compile.js";
import { apiFiles, ask, flow, type Sample, samples } from "../support/samples.js";
import { failed, sees, useMirror } from "./environment.js";

useMirror();

const refused = failed(/^The path of the request has a segment \. or \.\., or a backslash\.$/);
const goesTo = (url: string) => sees((seen) => expect(seen.url).toBe(url));

const request = (url: string) => `<!-- flowc-ignore FLOW4051 -->\n<request>{ "url": {{ ${url} }} }</request>`;
const byId = request(`concat($env/UPSTREAM, "/users/", $request/get/id)`);
const encodedId = request(`concat($env/UPSTREAM, "/users/", urlencode($request/get/id), "/name")`);

const query = (
  title: string,
  flowText: string,
  list: readonly (readonly [id: string, url: string | undefined])[],
) =>
  samples(
    title,
    list.map(
      ([id, url]): Sample => ({
        name: id,
        flow: flowText,
        request: { query: `id=${id}` },
        ...(url === undefined ? { status: 502, check: refused } : { check: goesTo(url) }),
      }),
    ),
  );

query("Text of a client in the path", byId, [
  ["..", undefined],
  [".", undefined],
  ["../admin", undefined],
  ["..%2Fadmin", undefined],
  ["%252e%252e/admin", undefined],
  [".%252E", undefined],
  ["a/../../admin", undefined],
  ["a%5C..%5Cadmin", undefined],
  ["a%5Cb", undefined],
  ["..;x=1/admin", undefined],
  ["..%253B/admin", undefined],
  ["..%252fadmin", undefined],
  [".%09./admin", undefined],
  [".%0A.", undefined],
  ["..%20", undefined],
  ["..?x", undefined],
  ["..%23x", undefined],
  ["7", "/users/7"],
  ["a..b", "/users/a..b"],
  ["..a", "/users/..a"],
  ["...", "/users/..."],
  [".hidden", "/users/.hidden"],
  ["v1.2", "/users/v1.2"],
  ["a?b=/../c", "/users/a?b=/../c"],
  ["a%253Fb", "/users/a%3Fb"],
]);

query("Encoded text of a client in the path", encodedId, [
  ["..", undefined],
  [".", undefined],
  ["../admin", undefined],
  ["..%2Fadmin", undefined],
  ["a/../admin", undefined],
  ["..%5Cadmin", undefined],
  ["a/b", "/users/a%2Fb/name"],
  ["a..b", "/users/a..b/name"],
  ["%252e%252e", "/users/%252e%252e/name"],
]);

samples("Paths that the flow itself writes", {
  climb: {
    flow: request(`concat($env/UPSTREAM, "/a/../b/./c")`),
    check: goesTo("/b/c"),
  },
  "climb, by a variable and an attribute": {
    flow: `<eval out="$path">"/a/../b"</eval><request url="{$env/UPSTREAM}{$path}">{}</request>`,
    check: goesTo("/b"),
  },
  "climb in requests": {
    flow: `<requests>{ "main": { "url": {{ concat($env/UPSTREAM, "/a/../b") }} } }</requests>`,
    check: goesTo("/b"),
  },
  "climb as often as it writes, and no more": {
    flow: request(`concat($env/UPSTREAM, "/a/../b/", $request/get/id)`),
    request: { query: "id=.." },
    status: 502,
    check: refused,
  },
  "do not lend their dots to a client": {
    flow: request(`concat($env/UPSTREAM, "/a/.", $request/get/id)`),
    request: { query: "id=./admin" },
    status: 502,
    check: refused,
  },
});

describe("A proxy", () => {
  const proxy = (config: string) =>
    `<!-- flowc-ignore FLOW4051 -->\n<proxy-request>{ "origin": {{ $env/UPSTREAM }}, ${config} }</proxy-request>`;

  samples("and the client's path", [
    ...[
      "/a/..%2Fadmin",
      "/a/b%2f%2e%2E/admin",
      "/a/..%5cadmin",
      "/a/..;/admin",
      "/a/b/..%3Bx/c",
      "/a/.%2e%2fadmin",
    ].map(
      (path): Sample => ({
        name: path,
        pattern: "/**",
        flow: proxy(`"stripEndpoint": true, "addPrefix": "/public"`),
        request: { path },
        status: 400,
        json: {
          error: {
            message: "Input Validation Failed",
            status: 400,
            requestID: expect.any(String),
            info: ["The path of the request has a segment . or .., or a backslash."],
            code: 3204,
          },
        },
      }),
    ),
    ...[
      ["/a%2Fb", "/public/a%2Fb"],
      ["/a%5Cb", "/public/a%5Cb"],
      ["//other.test/x", "/public//other.test/x"],
      ["/%2f%2fother.test", "/public/%2f%2fother.test"],
      ["/..a/b..", "/public/..a/b.."],
      ["/x/%2e%2e/y", "/public/y"],
    ].map(
      ([path = "", url = ""]): Sample => ({
        name: path,
        pattern: "/**",
        flow: proxy(`"stripEndpoint": true, "addPrefix": "/public"`),
        request: { path },
        check: goesTo(url),
      }),
    ),
  ]);

  samples("and what comes before it", {
    "a prefix of the client": {
      pattern: "/**",
      flow: proxy(`"stripEndpoint": true, "addPrefix": {{ concat("/public/", $request/get/p) }}`),
      request: { path: "/a", query: "p=../admin" },
      status: 502,
      check: refused,
    },
    "a prefix of the client, behind a question mark": {
      pattern: "/**",
      flow: proxy(`"stripEndpoint": true, "addPrefix": {{ concat("/public/", $request/get/p) }}`),
      request: { path: "/a", query: "p=?/../../admin" },
      status: 502,
      check: refused,
    },
    "a prefix with dots of its own": {
      pattern: "/**",
      flow: proxy(`"stripEndpoint": true, "addPrefix": "public/../v2"`),
      request: { path: "/a", query: "q" },
      check: goesTo("/v2/a?q"),
    },
    "a URL of the client's text": {
      flow: `<!-- flowc-ignore FLOW4051 -->\n<proxy-request>{ "url": {{ concat($env/UPSTREAM, "/a/", $request/get/p) }} }</proxy-request>`,
      request: { query: "p=../b" },
      status: 502,
      check: refused,
    },
  });

  test("x-flow-proxy", async () => {
    const url = process.env.UPSTREAM;
    const description = {
      swagger: "2.0",
      paths: { "/a/**": { "x-flow-proxy": { origin: url, stripEndpoint: true } } },
    };
    const proxied = await app({ ...apiFiles({}), "swagger.yaml": JSON.stringify(description) });
    const status = async (path: string) => (await proxied.request(`http://client.test${path}`)).status;
    expect([await status("/a/b"), await status("/a/..%2Fb")]).toEqual([200, 400]);
  });
});

test("what is refused tells the log where it would have gone, and sends nothing", async () => {
  const one = await flow(byId);
  const { log, events } = await ask(one, { query: "id=../admin" });
  expect(log).toMatchObject([
    { topic: "request", message: expect.stringMatching(/^Upstream .*a backslash\.$/) },
  ]);
  expect(events.filter(({ type }) => type === "engine_request")).toEqual([]);
});

test.each([
  ["/..", 1],
  ["/.%2e", 1],
  ["%2f..", 1],
  ["/..;", 1],
  ["/.\t.", 1],
  ["\\", 1],
  ["/...", 0],
  ["/.. ", 0],
  ["%2f", 0],
])("are all found in a long path of %j", (part, detours) => {
  expect(pathDetours(`${part.repeat(10_000)}/x`)).toBe(detours * 10_000);
});
