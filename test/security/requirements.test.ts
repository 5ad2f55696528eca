/** `security`: which schemes a request needs, and what runs before and after their checks. */
import type { Hono } from "hono";
import { beforeAll, describe, expect, test } from "vitest";
import { send } from "../support/client.js";
import { app } from "../support/compile.js";
import { compareResponse, flowFile } from "../support/samples.js";
import { bearer, cookie, secured, violation } from "../support/secured.js";
import { hmacToken } from "../support/tokens.js";

const securityDefinitions = {
  Header: bearer({ "out-var": "$header" }),
  Cookie: cookie("session", { "out-var": "$session" }),
  Basic: { type: "basic" },
};

/** A flow that tells whose tokens it got. */
const who = flowFile("<template>[ {{ $header/sub }}, {{ $session/sub }} ]</template>");
const operation = (security?: unknown) => ({
  "x-flow": "who.xml",
  ...(security === undefined ? {} : { security }),
});

const noHeader = "JWT Security (Header): No Authorization header sent";
const noCookie = "JWT Security (Cookie): No Cookie header sent";

const ada = { authorization: `Bearer ${hmacToken({ sub: "ada", scope: "read" })}` };
const bob = { cookie: `session=${hmacToken({ sub: "bob" })}` };

describe("requirements", () => {
  let one: Hono;
  beforeAll(async () => {
    one = await app(
      secured(
        {
          securityDefinitions,
          security: [{ Header: [] }],
          paths: {
            "/default": { get: operation(), post: operation([{ Cookie: [] }]) },
            "/path": { security: [{ Cookie: [] }], get: operation(), put: operation([{ Header: ["read"] }]) },
            "/any-method": { ...operation(), security: [{ Cookie: [] }] },
            "/open": operation([]),
            "/either": operation([{ Header: ["write"] }, { Cookie: [] }]),
            "/both": operation([{ Header: [], Cookie: [] }]),
            "/optional": operation([{}, { Header: [] }]),
            "/unchecked": operation([{ Basic: [] }]),
            "/unchecked-or-token": operation([{ Basic: [] }, { Header: [] }]),
            "/unchecked-and-token": operation([{ Basic: [], Header: [] }]),
          },
        },
        { "who.xml": who },
      ),
    );
  });

  test.each([
    ["the top level", "GET", "/default", ada, ["ada", null]],
    ["an operation before the top level", "POST", "/default", bob, [null, "bob"]],
    ["a path before the top level", "GET", "/path", bob, [null, "bob"]],
    ["an operation before its path", "PUT", "/path", ada, ["ada", null]],
    ["a path without operations", "PATCH", "/any-method", bob, [null, "bob"]],
    ["nothing, by an empty list", "GET", "/open", {}, [null, null]],
    ["either: the second one", "GET", "/either", bob, [null, "bob"]],
    [
      "either: the first one lacks a scope, and sets nothing",
      "GET",
      "/either",
      { ...ada, ...bob },
      [null, "bob"],
    ],
    ["both", "GET", "/both", { ...ada, ...bob }, ["ada", "bob"]],
    ["nothing, if need be", "GET", "/optional", {}, [null, null]],
    ["nothing, but the token that is there", "GET", "/optional", ada, ["ada", null]],
    ["only what is not checked", "GET", "/unchecked", {}, [null, null]],
    ["the scheme that is checked", "GET", "/unchecked-or-token", ada, ["ada", null]],
    ["the scheme that is checked, of both", "GET", "/unchecked-and-token", ada, ["ada", null]],
  ])("met: %s", async (_, method, path, headers, json) => {
    const response = await send(one, { method, path: `/t${path}`, headers });
    compareResponse(response, { status: 200, json });
    expect(response.log).toStrictEqual([]);
  });

  test.each([
    ["the top level", "GET", "/default", bob, [noHeader]],
    ["HEAD as GET", "HEAD", "/default", bob, undefined],
    ["an operation", "POST", "/default", ada, [noCookie]],
    ["a path", "GET", "/path", ada, [noCookie]],
    ["a path without operations", "OPTIONS", "/any-method", ada, [noCookie]],
    ["either", "GET", "/either", ada, ["JWT Security (Header): Invalid JWT", noCookie]],
    ["both, with one of them", "GET", "/both", ada, [noCookie]],
    ["both, with the other", "GET", "/both", bob, [noHeader]],
    [
      "what is checked, with what is not",
      "GET",
      "/unchecked-or-token",
      { authorization: "Basic YTpi" },
      ["JWT Security (Header): No bearer token in the Authorization header"],
    ],
    ["what is checked, of both", "GET", "/unchecked-and-token", {}, [noHeader]],
  ])("not met: %s", async (_, method, path, headers, info) => {
    const expected = info === undefined ? { status: 403, text: "" } : violation(...info);
    compareResponse(await send(one, { method, path: `/t${path}`, headers }), expected);
  });

  test("a method that the path does not have is 405, with any token or none", async () => {
    compareResponse(await send(one, { method: "DELETE", path: "/t/default" }), { status: 405 });
  });
});

/** An app whose path `/projects/{p}` needs a cookie with a token for that project. */
const project = (description: object = {}, check = "", files: Readonly<Record<string, string>> = {}) =>
  secured(
    {
      securityDefinitions: { Token: cookie("t", { "post-check-flow": "checks/project.xml" }) },
      security: [{ Token: [] }],
      paths: { "/projects/{p}": { "x-flow": "show.xml" } },
      ...description,
    },
    {
      "checks/project.xml": flowFile(
        `${check}<error if="not($jwt/pid) or $jwt/pid != $request/params/p">{ "status": 401, "message": "Not this one" }</error>`,
      ),
      ...files,
    },
  );

const of = (pid: string) => ({ path: "/t/projects/A1", headers: { cookie: `t=${hmacToken({ pid })}` } });

describe("post-check flows", () => {
  test("let a request pass", async () => {
    compareResponse(await send(await app(project()), of("A1")), { status: 200, json: { pid: "A1" } });
  });

  test("refuse it", async () => {
    compareResponse(await send(await app(project()), of("B2")), {
      status: 401,
      json: { error: { status: 401, message: "Not this one", code: 5000, info: ["Flow Error triggered"] } },
    });
  });

  test("do not run without a valid token", async () => {
    const info = "JWT Security (Token): No Cookie header sent";
    compareResponse(await send(await app(project()), { path: "/t/projects/A1" }), violation(info));
  });

  test("may wait, and may answer in the place of all flows", async () => {
    const files = project({}, `<eval out="$b">$body</eval><echo status="410">gone</echo>`);
    compareResponse(await send(await app(files), of("A1")), { status: 410, text: "gone" });
  });

  test("run once all schemes of an alternative are valid", async () => {
    const note = (name: string) => flowFile(`<eval out="$ran">concat($ran, "${name}")</eval>`);
    const files = secured(
      {
        securityDefinitions: {
          A: bearer({ "post-check-flow": "a.xml" }),
          B: cookie("b", { "post-check-flow": "b.xml" }),
        },
        security: [{ A: [], B: [] }, { A: [] }],
        paths: { "/x": { "x-flow": "ran.xml" } },
      },
      { "a.xml": note("a"), "b.xml": note("b"), "ran.xml": flowFile("<template>{{ $ran }}</template>") },
    );
    const one = await app(files);
    const both = { ...ada, cookie: `b=${hmacToken({})}` };
    compareResponse(await send(one, { path: "/t/x", headers: both }), { status: 200, json: "ab" });
    compareResponse(await send(one, { path: "/t/x", headers: ada }), { status: 200, json: "a" });
  });
});

describe("other flows", () => {
  const files = project({ "x-flow-init": "init.xml", "x-flow-error": { flow: "error.xml" } }, "", {
    "init.xml": flowFile(`<set-response-headers>{ "X-Project": {{ $jwt/pid }} }</set-response-headers>`),
    "error.xml": flowFile(`<template>[ {{ $error/code }}, {{ $jwt }} ]</template>`),
  });

  test("the init flow runs after the check, with the claims", async () => {
    const headers = { "x-project": "A1" };
    compareResponse(await send(await app(files), of("A1")), { status: 200, json: { pid: "A1" }, headers });
  });

  test("the error flow answers violations, without claims, and the init flow does not run", async () => {
    const request = { path: "/t/projects/A1", headers: { cookie: "t=x" } };
    const headers = { "x-project": null };
    compareResponse(await send(await app(files), request), { status: 403, json: [3206, null], headers });
  });

  test("preflight requests need no token", async () => {
    const cors = { "allowed-origins": "https://shop.example" };
    const one = await app(project({ "x-flow-cors": cors }));
    const origin = { origin: "https://shop.example" };
    compareResponse(await send(one, { method: "OPTIONS", path: "/t/projects/A1", headers: origin }), {
      status: 200,
    });
    const refused = await send(one, { path: "/t/projects/A1", headers: origin });
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([
      403,
      origin.origin,
    ]);
  });
});
