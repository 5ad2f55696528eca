/** The possible requests of `flowc test`, and what they have in common with those of other tests. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { flowc, repository } from "../support/project.js";
import { reply, upstream } from "../support/servers.js";
import { appOf, describing } from "./app.js";

const echo = `<flow>
  <template>{ "path": {{ $request/path }}, "name": {{ $body/json/name }}, "file": {{ $request/post/file }} }</template>
</flow>
`;
const files = { "swagger.yaml": describing({ "/echo/{id}": "echo.xml" }), "echo.xml": echo };

const withTest = (name: string, body: string, more: Readonly<Record<string, string>> = {}): string =>
  appOf(`requests-${name}`, { ...files, ...more, "tests/it.xml": `<flow-test>\n${body}\n</flow-test>\n` });

test("have any path that clients may send, as it is written", async () => {
  const directory = withTest(
    "path",
    `<test-request>{ "path": "/api/echo/1%2F..%2Fadmin" }</test-request>
    <assert>[ [ "json-parse($response)/path", "/api/echo/1%2F..%2Fadmin" ] ]</assert>`,
  );
  expect(await flowc("test", directory)).toMatchObject({ code: 0 });
});

test("send files of the flow directory, named from the test", async () => {
  const directory = withTest(
    "files",
    `<test-request>{ "path": "/api/echo/1", "body": { "src": "ada.json" } }</test-request>
    <assert>[ [ "json-parse($response)/name", "Ada" ] ]</assert>
    <test-request>{ "path": "/api/echo/1", "uploads": [ { "name": "file", "src": "../notes.txt" } ] }</test-request>
    <assert>[ [ "json-parse($response)/file", "a note" ] ]</assert>`,
    { "tests/ada.json": '{ "name": "Ada" }', "notes.txt": "a note" },
  );
  expect(await flowc("test", directory)).toMatchObject({ code: 0 });
});

test("name no file that is missing", async () => {
  const directory = withTest(
    "missing",
    `<test-request>{ "path": "/api/echo/1", "body": { "src": "bob.json" } }</test-request>
    <assert>[ [ "true()" ] ]</assert>`,
  );
  const { code, stderr } = await flowc("test", directory);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^.*tests\/it\.xml:2:\d+ error \w+ .*tests\/bob\.json/);
});

test("say why they cannot be sent", async () => {
  const directory = withTest(
    "refused",
    `<test-request>{ "path": "/api/echo/1", "method": {{ concat("TRA", "CE") }} }</test-request>
    <assert>[ [ "true()" ] ]</assert>`,
  );
  const { code, stdout } = await flowc("test", directory);
  expect(code).toBe(1);
  expect(stdout).toContain(
    "an error ended the test: The test-request cannot be sent: The method TRACE cannot be sent.",
  );
  expect(stdout).not.toContain("Internal Server Error");
});

test("share no cache with other tests, and have one of their own", async () => {
  const once = `<flow-test>
    <backend-flow request="main"><template>{ "n": 1 }</template></backend-flow>
    <test-request>{ "path": "/api/cached" }</test-request>
    <assert>[ [ "$upstream/main/cacheHit", false ] ]</assert>
    <test-request>{ "path": "/api/cached" }</test-request>
    <assert>[ [ "$upstream/main/cacheHit", true ] ]</assert>
  </flow-test>`;
  const directory = appOf("requests-cache", {
    "swagger.yaml": describing({ "/cached": "cached.xml" }),
    "cached.xml": `<flow>
  <request>{ "url": "http://stock.example/", "options": { "force-cache-ttl": 60 } }</request>
</flow>`,
    "tests/a.xml": once,
    "tests/b.xml": once,
  });
  const command = promisify(execFile)(
    process.execPath,
    [join(repository, "dist/bin/flowc.js"), "test", directory],
    // Nothing listens there, and nothing has to.
    { env: { ...process.env, FLOW_CACHE_URL: "redis://127.0.0.1:9" } },
  );
  expect((await command).stdout).toContain("2 passed");
});

describe("The keys of an identity provider", () => {
  const withKeys = (name: string, url: string): string =>
    appOf(`requests-keys-${name}`, {
      "swagger.yaml": `swagger: "2.0"
basePath: /api
securityDefinitions:
  Login: { type: apiKey, in: header, name: Authorization, x-flow-jwt: { jwks-url: "${url}", alg: ES256 } }
paths:
  /me:
    get: { security: [ { Login: [] } ], x-flow: me.xml }
`,
      "me.xml": "<flow><template>1</template></flow>",
      // {"alg":"ES256"}, {}, and no real signature
      "tests/me.xml": `<flow-test>
  <test-request>{ "path": "/api/me", "headers": { "Authorization": "Bearer eyJhbGciOiJFUzI1NiJ9.e30.AAAA" } }</test-request>
  <assert>[ [ "$status", 200 ] ]</assert>
</flow-test>`,
    });

  test("are asked for over the network only where that is allowed", async () => {
    const asked: string[] = [];
    const provider = await upstream((request, response) => {
      asked.push(request.url ?? "");
      reply(response, 200, { keys: [] });
    });
    try {
      const directory = withKeys("network", `${provider.url}/keys`);
      const { code, stdout } = await flowc("test", directory);
      expect(code).toBe(1);
      expect(stdout).toContain(`no backend flow answered jwks: GET ${provider.url}/keys\n`);
      expect(asked).toEqual([]);
      expect(await flowc("test", directory, "--allow-network")).toMatchObject({ code: 1 });
      expect(asked).toContain("/keys");
    } finally {
      await provider.stop();
    }
  });
});
