/** An app as one file, which passes bodies on through its cache: to the byte, and as they come. */
import { randomBytes } from "node:crypto";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { sendTo } from "../support/client.js";
import { scratchDirectory } from "../support/compile.js";
import { needing } from "../support/needs.js";
import { RunningRedis, redis as redisServer } from "../support/redis.js";
import { apiFiles, basePath } from "../support/samples.js";
import { built, served } from "../support/served.js";
import { type RunningProcess, upstream } from "../support/servers.js";

const flow = `
<proxy-request>
{ "origin": {{ $env/UPSTREAM }}, "options": { "use-http-cache": true } }
</proxy-request>
<set-response-headers>{ "X-Hit": {{ $upstream/main/cacheHit }} }</set-response-headers>`;

const bytes = randomBytes(300_000);
const fields = { "content-type": "application/octet-stream", "cache-control": "max-age=600" };

const app = apiFiles({ "/**": flow });
const origin = await upstream((request, response) => {
  if (request.url?.endsWith("/plain")) response.writeHead(200, fields).end(bytes);
  else if (request.url?.endsWith("/short")) response.writeHead(200, fields).end("short");
  else if (request.url?.endsWith("/empty")) response.writeHead(204, fields).end();
  else if (request.url?.endsWith("/broken"))
    response.writeHead(200, fields).write(bytes, () => response.destroy());
  else response.writeHead(200, { ...fields, "content-encoding": "gzip" }).end(gzipSync(bytes));
});
afterAll(() => origin.stop());

function passes(environment: () => Readonly<Record<string, string>>): void {
  let server: RunningProcess;
  beforeAll(async () => {
    server = await served(app, { UPSTREAM: origin.url, ...environment() });
  });

  const ask = async (path: string) => {
    const response = await sendTo(server.url, { path: `${basePath}/${path}` });
    return { ...response, hit: response.headers.get("x-hit") };
  };

  const logged = (type: string) => server.events(type);

  test.each(["plain", "gzip"])("%s, to the byte", async (path) => {
    const [first, second] = [await ask(path), await ask(path)];
    expect([first.hit, second.hit]).toEqual(["false", "true"]);
    await vi.waitFor(() => {
      const sent = logged("engine_request").filter(({ url }) => String(url).endsWith(`/${path}`));
      expect(sent).toMatchObject([
        { cacheHit: false, refresh: false },
        { cacheHit: true, refresh: false },
      ]);
    });
    expect(logged("engine_alert")).toEqual([]);
    for (const response of [first, second]) {
      expect(Buffer.from(response.bytes).equals(bytes)).toBe(true);
      expect(response.headers.get("content-type")).toBe("application/octet-stream");
      expect(response.headers.get("content-encoding")).toBeNull();
    }
  });

  test.each([
    ["short", 200, "short"],
    ["empty", 204, ""],
  ])("one that is %s", async (path, status, text) => {
    await ask(path);
    expect(await ask(path)).toMatchObject({ hit: "true", status, text });
  });

  test("one that breaks off breaks off for the client, and is not kept", async () => {
    await expect(ask("broken")).rejects.toThrow();
    await expect(ask("broken")).rejects.toThrow();
  });
}

test("the client of Redis is a file of its own, with the licences of what is in it", async () => {
  const out = await built(app);
  expect(readFileSync(join(out, "server.js"), "utf8")).toContain(
    "// Loads @redis/client where FLOW_CACHE_URL is set, which is not part of this file\n",
  );
  const client = readFileSync(join(out, "redis-client.cjs"), "utf8");
  expect(client.startsWith("// Contains @redis/client (MIT)\n")).toBe(true);
  expect(client.includes("node_modules")).toBe(false);
  const licences = readFileSync(join(out, "server.js.LICENSES.txt"), "utf8");
  expect(licences).toMatch(/^@redis\/client \d/m);
});

test("without that file, responses are not kept, which is logged", async () => {
  const alone = scratchDirectory("cache-alone");
  copyFileSync(join(await built(app), "server.js"), join(alone, "server.js"));
  const server = await served(alone, { UPSTREAM: origin.url, FLOW_CACHE_URL: "redis://127.0.0.1:1" });
  for (const _ of ["first", "second"])
    expect(await sendTo(server.url, { path: `${basePath}/plain` })).toMatchObject({ status: 200 });
  await vi.waitFor(
    () =>
      expect(
        server.log().match(/The client of Redis cannot be loaded: is redis-client\.cjs beside server\.js\?/g),
      ).toHaveLength(1), // others of its kind are told of once a minute
  );
});

describe("In memory", () => passes(() => ({})));

describe("In Redis", needing(redisServer), () => {
  let redis: RunningRedis;
  beforeAll(async () => {
    redis = await RunningRedis.start();
  });
  afterAll(() => redis.stop());
  passes(() => ({ FLOW_CACHE_URL: redis.url }));
});
