/** `x-flow-cors`: what pages of other origins learn from preflight requests and from responses. */
import type { Hono } from "hono";
import { beforeAll, describe, expect, test } from "vitest";
import { send } from "./support/client.js";
import { app, describeDiagnostic, diagnose } from "./support/compile.js";
import { compareResponse } from "./support/samples.js";

const shop = "https://shop.example";

const files = (cors: object) => ({
  "swagger.yaml": JSON.stringify({
    swagger: "2.0",
    basePath: "/api",
    "x-flat-cors": cors,
    paths: {
      "/pets": { get: { "x-flow": "pets.xml" }, post: { "x-flow": "pets.xml" } },
      "/any": { "x-flow": "pets.xml" },
      "/own": { options: { "x-flow": "own.xml" } },
      "/fails": { get: { "x-flow": "fails.xml" } },
      "/waits": { get: { "x-flow": "waits.xml" } },
    },
  }),
  "pets.xml": `<flow><set-response-headers>{ "Vary": "Accept" }</set-response-headers><template>[]</template></flow>`,
  "own.xml": "<flow><echo>own</echo></flow>",
  "fails.xml": `<flow><error>{ "message": "no" }</error></flow>`,
  "waits.xml": "<flow><template>{{ $body }}</template></flow>",
});

const from = (origin: string, more: Readonly<Record<string, string>> = {}) => ({
  headers: { origin, ...more },
});

describe("listed origins, with credentials", () => {
  let one: Hono;
  beforeAll(async () => {
    one = await app(files({ "allowed-origins": [shop, "http://localhost:3000"], "allow-credentials": true }));
  });

  test("preflight: the path's methods, and the fields that the page wants to send", async () => {
    const asks = from(shop, { "access-control-request-headers": "content-type,x-key" });
    compareResponse(await send(one, { method: "OPTIONS", path: "/api/pets", ...asks }), {
      status: 200,
      text: "",
      headers: {
        "access-control-allow-origin": shop,
        "access-control-allow-credentials": "true",
        "access-control-allow-methods": "GET, POST",
        "access-control-allow-headers": "content-type,x-key",
        vary: "Access-Control-Request-Headers, Origin",
      },
    });
  });

  test("preflight: another origin is not named", async () => {
    compareResponse(
      await send(one, { method: "OPTIONS", path: "/api/pets", ...from("https://evil.example") }),
      {
        status: 200,
        headers: {
          "access-control-allow-origin": null,
          "access-control-allow-credentials": "true",
          "access-control-allow-methods": "GET, POST",
          vary: "Origin",
        },
      },
    );
  });

  test("preflight: a path without operations takes every method", async () => {
    compareResponse(await send(one, { method: "OPTIONS", path: "/api/any", ...from(shop) }), {
      status: 200,
      headers: { "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE" },
    });
  });

  test("an operation of its own answers OPTIONS", async () => {
    compareResponse(await send(one, { method: "OPTIONS", path: "/api/own", ...from(shop) }), {
      status: 200,
      text: "own",
      headers: { "access-control-allow-origin": shop, "access-control-allow-methods": null },
    });
  });

  test("outside of the base path, OPTIONS is refused", async () => {
    compareResponse(await send(one, { method: "OPTIONS", path: "/other", ...from(shop) }), {
      status: 405,
      headers: { "access-control-allow-origin": null },
    });
  });

  test.each([
    ["a response", "/api/pets", 200, "Accept, Origin"],
    ["a response of a flow that waits", "/api/waits", 200, "Origin"],
    ["an error", "/api/fails", 500, "Origin"],
    ["a path that does not exist", "/api/none", 400, "Origin"],
  ])("%s can be read by the page", async (_, path, status, vary) => {
    const headers = { "access-control-allow-origin": shop, "access-control-allow-credentials": "true", vary };
    compareResponse(await send(one, { path, ...from(shop) }), { status, headers });
  });

  test.each(["https://shop.example.evil.example", "https://SHOP.example", "null", "*", "__proto__"])(
    "%s is another origin",
    async (origin) => {
      compareResponse(await send(one, { path: "/api/pets", ...from(origin) }), {
        status: 200,
        headers: { "access-control-allow-origin": null, vary: "Accept, Origin" },
      });
    },
  );

  test("a request without an origin is answered as ever", async () => {
    compareResponse(await send(one, { path: "/api/pets" }), {
      status: 200,
      json: [],
      headers: { "access-control-allow-origin": null },
    });
  });
});

describe("every origin", () => {
  test("is written as *, which does not vary", async () => {
    const one = await app(files({ "allowed-origins": "*" }));
    compareResponse(await send(one, { path: "/api/waits", ...from(shop) }), {
      status: 200,
      headers: { "access-control-allow-origin": "*", "access-control-allow-credentials": null, vary: null },
    });
  });
});

describe("what the build says", () => {
  test.each([
    [{}, /error FLOW1127 x-flat-cors does not say which origins/],
    [{ "allowed-origins": "https://example.com/" }, /error FLOW1128 https:\/\/example\.com\/ is no origin/],
    [{ "allowed-origins": [shop, 5] }, /error FLOW1128 An origin must be a string/],
    [{ "allowed-origins": "*", "allow-credentials": true }, /warning FLOW1129/],
    [
      { "allowed-origins": shop, "allow-credentials": "yes" },
      /error FLOW\d+ allow-credentials .*true or false/,
    ],
    [{ "allowed-origins": shop, "allow-credential": true }, /warning FLOW1142 .* allow-credential/],
  ])("%j", async (cors, message) => {
    const found = (await diagnose(files(cors))).map(describeDiagnostic);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(message);
  });
});
