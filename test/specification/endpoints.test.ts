/** Specification, "Endpoints". */
import { describe, expect, test } from "vitest";
import { send } from "../support/client.js";
import { app, type Files } from "../support/compile.js";
import { flowFile } from "../support/samples.js";

const base = "/base/path";

interface PathItem {
  readonly [method: string]: string;
}

/** An app whose flows answer with the pattern that was chosen and what `$request` says. */
function files(patterns: readonly string[], options: { basePath?: string; methods?: PathItem } = {}): Files {
  const flows = patterns.map((pattern, index): [string, string] => [
    `${index}.xml`,
    flowFile(
      `<template>{ "pattern": ${JSON.stringify(pattern)}, "path": {{ $request/path }}, "endpoint": {{ $request/endpoint }},
        "params": { {{: $request/params/* }} } }</template>`,
    ),
  ]);
  const paths = patterns.map((pattern, index) => [pattern, { "x-flow": `${index}.xml`, ...options.methods }]);
  return {
    ...Object.fromEntries(flows),
    "swagger.yaml": JSON.stringify({
      swagger: "2.0",
      basePath: options.basePath ?? base,
      paths: Object.fromEntries(paths),
    }),
  };
}

interface Match {
  readonly path: string;
  readonly pattern: string;
  /** Below the base path; equal to the path unless given. */
  readonly endpoint?: string;
  readonly params?: Readonly<Record<string, string>>;
}

function matches(title: string, patterns: readonly string[], list: readonly Match[]): void {
  // The position of a path in the description decides nothing.
  for (const [order, ordered] of [
    ["as listed", patterns],
    ["reversed", [...patterns].reverse()],
  ] as const) {
    describe(`${title}, ${order}`, () => {
      for (const { path, pattern, endpoint, params } of list) {
        test(`${path} is matched by ${pattern}`, async () => {
          const response = await send(await app(files(ordered)), { path: `${base}${path}` });
          expect({ status: response.status, body: response.json() }).toEqual({
            status: 200,
            body: {
              pattern,
              path: `${base}${path}`,
              endpoint: `${base}${endpoint ?? path}`,
              params: params ?? {},
            },
          });
        });
      }
    });
  }
}

// "Matching examples (patterns `/**`, `/foo/**`, `/foo/qux`, `/foo/{p1}`)"
matches(
  "The specification's table",
  ["/**", "/foo/**", "/foo/qux", "/foo/{p1}"],
  [
    { path: "/foo/qux", pattern: "/foo/qux" },
    { path: "/foo/quuux", pattern: "/foo/{p1}", params: { p1: "quuux" } },
    { path: "/foo/bar/qux", pattern: "/foo/**", endpoint: "/foo" },
    { path: "/bar", pattern: "/**", endpoint: "" },
    { path: "/foo/bar/qux/more/and/more", pattern: "/foo/**", endpoint: "/foo" },
    { path: "/bar/foo/qux", pattern: "/**", endpoint: "" },
    { path: "/foo", pattern: "/foo/**", endpoint: "/foo" },
    { path: "", pattern: "/**", endpoint: "" },
    { path: "/foobar", pattern: "/**", endpoint: "" },
    { path: "/FOO/qux", pattern: "/**", endpoint: "" },
    { path: "/foo/QUX", pattern: "/foo/{p1}", params: { p1: "QUX" } },
    { path: "/foo/qux2", pattern: "/foo/{p1}", params: { p1: "qux2" } },
    { path: "/foo/qux/x", pattern: "/foo/**", endpoint: "/foo" },
    { path: "/foo/__proto__", pattern: "/foo/{p1}", params: JSON.parse(`{"p1":"__proto__"}`) },
    {
      path: "/foo/{p1}".replace("{", "%7B").replace("}", "%7D"),
      pattern: "/foo/{p1}",
      params: { p1: "{p1}" },
    },
    { path: "/foo/**", pattern: "/foo/{p1}", params: { p1: "**" } },
  ],
);

// "`/<segment>/<segment>`: exact path; `/<segment>/{<param>}`: path parameter segment; `/<segment>/**`: matches any
// deeper path; `/**`: wildcard for the whole base path"
matches(
  "More patterns",
  ["/a", "/a/b", "/a/{x}/c", "/a/b/{y}", "/a/b/**", "/a/b/c/d/**", "/{any}", "/deep/{x}/{y}"],
  [
    { path: "/a", pattern: "/a" },
    { path: "/a/b", pattern: "/a/b" },
    { path: "/a/x/c", pattern: "/a/{x}/c", params: { x: "x" } },
    { path: "/a/b/z", pattern: "/a/b/{y}", params: { y: "z" } },
    { path: "/a/b/z/z", pattern: "/a/b/**", endpoint: "/a/b" },
    { path: "/a/b/c/d/e", pattern: "/a/b/c/d/**", endpoint: "/a/b/c/d" },
    { path: "/a/b/c/d", pattern: "/a/b/c/d/**", endpoint: "/a/b/c/d" },
    { path: "/zzz", pattern: "/{any}", params: { any: "zzz" } },
    { path: "/deep/1/2", pattern: "/deep/{x}/{y}", params: { x: "1", y: "2" } },
    { path: "/deep/a%20b/c%2Fd", pattern: "/deep/{x}/{y}", params: { x: "a b", y: "c/d" } },
    { path: "/deep/%C3%A4/a+b", pattern: "/deep/{x}/{y}", params: { x: "ä", y: "a+b" } },
  ],
);

describe("All patterns are relative to the base path", () => {
  test("a path outside of it is matched by no pattern, not even the wildcard", async () => {
    const one = await app(files(["/**"]));
    for (const path of ["/", "/base", "/base/pathological", "/other/base/path/x", "/foo"]) {
      expect([path, (await send(one, { path })).status]).toEqual([path, 404]);
    }
  });

  for (const basePath of ["/", ""]) {
    test(`a base path of "${basePath}" covers everything`, async () => {
      const one = await app(files(["/**", "/x"], { basePath }));
      expect((await send(one, { path: "/x" })).json()).toMatchObject({ pattern: "/x", endpoint: "/x" });
      expect((await send(one, { path: "/y/z" })).json()).toMatchObject({
        pattern: "/**",
        path: "/y/z",
        endpoint: "",
      });
    });
  }

  test("the query is no part of what is matched", async () => {
    const response = await send(await app(files(["/a", "/**"])), { path: `${base}/a`, query: "x=/b/c" });
    expect(response.json()).toMatchObject({ pattern: "/a", path: `${base}/a`, endpoint: `${base}/a` });
  });
});

describe("A path below the base path that nothing matches", () => {
  test("is an input validation error with status 400 that names the path", async () => {
    const response = await send(await app(files(["/a"])), { path: `${base}/b` });
    expect(response.status).toBe(400);
    expect(response.json()).toEqual({
      error: {
        message: "Input Validation Failed",
        status: 400,
        requestID: expect.stringMatching(/^.+$/),
        info: [`Path ${base}/b not found.`],
        code: 3204,
      },
    });
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
  });

  test("is one for each kind of pattern", async () => {
    const one = await app(files(["/a", "/b/{x}", "/c/**"]));
    for (const path of ["/a/b", "/b", "/b/1/2", "/b/", "/cc", "/A", "", "/__proto__"]) {
      expect([path, (await send(one, { path: `${base}${path}` })).status]).toEqual([path, 400]);
    }
  });
});

describe("The methods of a path", () => {
  const methods = (paths: Readonly<Record<string, unknown>>, more: Files = {}): Files => ({
    "swagger.yaml": JSON.stringify({ swagger: "2.0", basePath: base, paths }),
    "get.xml": flowFile(`<template>{ "flow": "get", "method": {{ $request/method }} }</template>`),
    "post.xml": flowFile(`<template>{ "flow": "post" }</template>`),
    "path.xml": flowFile(`<template>{ "flow": "path" }</template>`),
    "fallback.xml": flowFile(`<template>{ "flow": "fallback" }</template>`),
    ...more,
  });
  const both = methods({ "/a": { get: { "x-flow": "get.xml" }, post: { "x-flow": "post.xml" } } });

  test("each have their flow", async () => {
    const one = await app(both);
    expect((await send(one, { path: `${base}/a` })).json()).toEqual({ flow: "get", method: "GET" });
    expect((await send(one, { path: `${base}/a`, method: "POST" })).json()).toEqual({ flow: "post" });
  });

  test("others are refused with 405 and what is allowed", async () => {
    const response = await send(await app(both), { path: `${base}/a`, method: "DELETE" });
    expect(response.status).toBe(405);
    expect((response.headers.get("allow") ?? "").split(/,\s*/)).toEqual(
      expect.arrayContaining(["GET", "POST"]),
    );
    expect(response.json()).toMatchObject({
      error: {
        message: "Input Validation Failed",
        code: 3204,
        info: [`Method DELETE not allowed for ${base}/a.`],
      },
    });
  });

  test("HEAD is answered by GET's flow, without a body", async () => {
    const response = await send(await app(both), { path: `${base}/a`, method: "HEAD" });
    expect([response.status, response.text]).toEqual([200, ""]);
  });

  test("HEAD is answered by the flow of a path for all methods", async () => {
    const one = await app(methods({ "/a": { "x-flow": "path.xml" } }));
    expect((await send(one, { path: `${base}/a`, method: "HEAD" })).status).toBe(200);
  });

  test("take the operation's flow, else the path's, else the fallback", async () => {
    const one = await app(
      methods({
        "x-flow": "fallback.xml",
        "/a": { "x-flow": "path.xml", get: { "x-flow": "get.xml" }, post: null },
        "/b": { get: null },
      }),
    );
    expect((await send(one, { path: `${base}/a` })).json()).toMatchObject({ flow: "get" });
    expect((await send(one, { path: `${base}/a`, method: "POST" })).json()).toEqual({ flow: "path" });
    expect((await send(one, { path: `${base}/b` })).json()).toEqual({ flow: "fallback" });
  });

  test("the public engine's names mean the same", async () => {
    const one = await app({
      "swagger.yaml": JSON.stringify({
        swagger: "2.0",
        basePath: base,
        "x-flat-init": "init.xml",
        "x-flat-error": { flow: "error.xml" },
        paths: { "x-flat-flow": "fallback.xml", "/a": { get: { "x-flat-flow": "a.xml" } }, "/b": null },
      }),
      "init.xml": flowFile(`<eval out="$init">"ran"</eval>`),
      "error.xml": flowFile(`<template>{ "flow": "error", "status": {{ $error/status }} }</template>`),
      "a.xml": flowFile(`<template>{ "flow": "a", "init": {{ $init }} }</template>`),
      "fallback.xml": flowFile(`<error status="409"/>`),
    });
    expect((await send(one, { path: `${base}/a` })).json()).toEqual({ flow: "a", init: "ran" });
    expect((await send(one, { path: `${base}/b` })).json()).toEqual({ flow: "error", status: 409 });
    expect((await send(one, { path: `${base}/c` })).json()).toEqual({ flow: "error", status: 400 });
  });
});
