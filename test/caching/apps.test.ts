/** Which apps have a cache. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { compileFiles, type Files } from "../support/compile.js";
import { findings } from "../support/findings.js";
import { apiFiles, ask, flow } from "../support/samples.js";
import { type CountingUpstream, countingUpstream } from "./upstream.js";

const request = (options: string) =>
  `<request>{ "url": "http://a.test", "options": { ${options} } }</request>`;

const hasCache = async (files: Files): Promise<boolean> => {
  const { modules } = await compileFiles(files);
  expect(modules).not.toEqual([]);
  return modules.some(({ text }) => text.includes("cache: httpCache()"));
};

test.each([
  [request(`"use-http-cache": true`), true],
  [request(`"force-cache-ttl": {{ $env/TTL }}`), true],
  [request(`{{if $env/TTL}} "force-cache-ttl": 1, {{end}} "timeout": 1`), true],
  [request(`"timeout": 1`), false],
])("%s: %s", async (content, expected) => {
  expect(await hasCache(apiFiles({ "/x": content }))).toBe(expected);
});

test("x-flow-proxy", async () => {
  const proxy = { origin: "http://a.test", options: { "use-http-cache": true } };
  const description = { swagger: "2.0", basePath: "/t", paths: { "/x": { "x-flow-proxy": proxy } } };
  expect(await hasCache({ "swagger.yaml": JSON.stringify(description) })).toBe(true);
});

let server: CountingUpstream;
beforeAll(async () => {
  server = await countingUpstream();
});
afterAll(() => server.stop());

test("an option whose name is computed makes the request fail where there is no cache", async () => {
  const content = `<eval out="$options">json-parse(concat('{ "use-http', '-cache": true }'))</eval>
    <request>{ "url": "${server.fresh()}", "options": {{ $options }} }</request>`;
  const { status, log } = await ask(await flow(content));
  expect(status).toBe(502);
  expect(log[0]?.message).toMatch(/This app has no cache/);
  expect(server.requests).toEqual([]);
});

findings("options that exclude each other", {
  both: {
    flow: request(`"use-http-cache": true, "force-cache-ttl": 60`),
    finds: "error",
    message: /exclude each other/,
  },
  "one is off": request(`"use-http-cache": true, "force-cache-ttl": 0`),
  "the other is off": request(`"use-http-cache": false, "force-cache-ttl": 1`),
  "one is computed": request(`"use-http-cache": {{ $env/A }}, "force-cache-ttl": 1`),
});

findings("options that need another one", {
  neither: {
    flow: request(`"respect-client-cache-headers": true`),
    finds: "warning",
    message: /respect-client-cache-headers has no effect/,
  },
  "both are off": {
    flow: request(`"use-http-cache": false, "force-cache-ttl": null, "force-cache-refresh": true`),
    finds: "warning",
    message: /force-cache-refresh has no effect/,
  },
  "off itself": request(`"force-cache-refresh": false`),
  "one is computed": request(`"force-cache-ttl": {{ $env/A }}, "force-cache-refresh": true`),
  "there may be more": request(`"force-cache-refresh": true {{if $env/A}}, "timeout": 1 {{end}}`),
});

findings("wrong values", {
  "a text": {
    flow: request(`"use-http-cache": "yes"`),
    finds: "error",
    message: /must be true or false/,
  },
  "a fraction": {
    flow: request(`"force-cache-ttl": 1.5`),
    finds: "error",
    message: /must be an integer/,
  },
  "the text of a number": request(`"force-cache-ttl": "60"`),
});
