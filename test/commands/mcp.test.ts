/** `flowc mcp`, called by the client of the protocol's own SDK. Every result is held to the schema that the tool publishes. */

import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { flowc, repository } from "../support/project.js";
import { upstream } from "../support/servers.js";
import { appOf, describing } from "./app.js";

const hello = `<flow>
  <eval out="$who">string($request/get/name)</eval>
  <!-- flowc-ignore FLOW4050: the test chooses the upstream -->
  <request content="user" if="$request/get/upstream">{ "url": {{ $request/get/upstream }} }</request>
  <error if="$who = 'nobody'" status="404">{ "message": "no such person" }</error>
  <template>{ "hello": {{ $who }} }</template>
</flow>
`;
const test1 = `<flow-test>
  <test-request>{ "path": "/api/hello", "query": { "name": "Ada" } }</test-request>
  <assert>[ [ "$status", 200 ], [ "json-parse($response)/hello", "Ada" ] ]</assert>
</flow-test>
`;

let directory = "";
beforeAll(() => {
  directory = appOf("mcp", {
    "swagger.yaml": describing({ "/hello": "hello.xml" }),
    "hello.xml": hello,
    "tests/good.xml": test1,
    "tests/bad.xml": test1.replace('"Ada" ]', '"Bea" ]'),
  });
});

/** The members of results that the tests look into; the schemas of the tools describe them. */
interface Content {
  readonly errors?: number;
  readonly diagnostics: readonly unknown[];
  readonly typescript: string;
  readonly json: unknown;
  readonly alerts: readonly string[];
  readonly traceId: string;
  readonly traces: readonly { readonly id: string }[];
  readonly trace: { readonly events: readonly unknown[] };
  readonly tests: readonly unknown[];
  readonly nodes: readonly unknown[];
  readonly routes: readonly unknown[];
  readonly operations: readonly unknown[];
}

interface Result {
  readonly isError: boolean;
  readonly text: string;
  readonly content: Content;
}

async function agent(...options: readonly string[]) {
  const client = new Client({ name: "test", version: "1" });
  const program = join(repository, "dist/bin/flowc.js");
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [program, "mcp", directory, ...options],
      cwd: directory,
      stderr: "inherit",
    }),
  );
  onTestFinished(() => client.close());
  // With this, the client holds results to the schemas.
  const { tools } = await client.listTools();
  const call = async (name: string, args: Record<string, unknown> = {}): Promise<Result> => {
    const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
    const [first] = content as { readonly text: string }[];
    return {
      isError: isError === true,
      text: first?.text ?? "",
      content: structuredContent as unknown as Content,
    };
  };
  return { tools, call };
}

describe("flowc mcp", () => {
  test("lists its tools with schemas, and those that change nothing", async () => {
    const { tools } = await agent();
    expect(tools.map(({ name }) => name)).toEqual([
      "check",
      "explain",
      "evaluate",
      "request",
      "traces",
      "test",
      "where",
      "map",
      "routes",
      "report",
      "compare",
    ]);
    for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
      expect(description).toMatch(/\w{3}.*\.$/);
      expect(inputSchema.type).toBe("object");
      expect(outputSchema).toMatchObject({ type: "object" });
      expect(annotations?.readOnlyHint).toBe(name !== "request" && name !== "test");
    }
  });

  test("checks files, and texts that are not saved", async () => {
    const { call } = await agent();
    expect((await call("check")).content).toEqual({ version: 1, diagnostics: [], errors: 0, warnings: 0 });
    const files = {
      "hello.xml": '<flow>\n<template>{ "a": {{ conct("a") }} }</template>\n<sub-flow src="new.xml"/></flow>',
      "new.xml": '<flow><template>{ "a": {{ nothing(1) }} }</template></flow>',
    };
    const { content } = await call("check", { files });
    expect(content.errors).toBe(2);
    expect(content.diagnostics).toEqual([
      expect.objectContaining({
        code: "FLOW2003",
        file: `${directory}/hello.xml`,
        line: 2,
        fix: expect.objectContaining({ text: "concat" }),
      }),
      expect.objectContaining({ code: "FLOW2003", file: `${directory}/new.xml` }),
    ]);
    const second = await call("check", { files, from: 1, limit: 1 });
    expect(second.content).toMatchObject({ errors: 2, diagnostics: [{ file: `${directory}/new.xml` }] });
    // Nothing was saved.
    expect((await call("check")).content.errors).toBe(0);
  });

  test("explains codes, and says which one may be meant", async () => {
    const { call } = await agent();
    expect((await call("explain", { code: "FLOW2003" })).content).toMatchObject({
      code: "FLOW2003",
      severity: "error",
    });
    expect(await call("explain", { code: "FLOW2O03" })).toMatchObject({
      isError: true,
      text: "There is no diagnostic FLOW2O03. Did you mean FLOW2003?",
    });
  });

  test("evaluates expressions and templates", async () => {
    const { call } = await agent();
    const data = { items: [{ price: 3 }, { price: 4 }] };
    const sum = await call("evaluate", {
      expression: "sum($body/json/items/value/price) > 5 and 1 < 2",
      data,
    });
    expect(sum.content).toMatchObject({ type: "boolean", text: "true", json: true, alerts: [] });
    expect(sum.content.typescript).toContain("sum(members($.body).json?.items, (item) => item.price) > 5");
    const template = '{ "first": {{ $body/json/items/value[1]/price }}, "none": {{ 1 div 0 }} }';
    const { content } = await call("evaluate", { template, data });
    expect(content.json).toEqual({ first: 3, none: null });
    expect(content.alerts).toEqual([expect.stringContaining("Infinity")]);
    expect(await call("evaluate", { expression: "1 +" })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^1:\d error FLOW\d{4} /),
    });
    expect(await call("evaluate", {})).toMatchObject({ isError: true });
    expect(await call("evaluate", { template: "</template><request/>" })).toMatchObject({ isError: true });
  });

  test("sends requests, keeps their traces, and leaves the network alone unless it may use it", async () => {
    let requests = 0;
    const { url } = await upstream((_, response) => {
      requests++;
      response.end("{}");
    });
    const { call } = await agent();
    const target = `/api/hello?name=Ada&upstream=${encodeURIComponent(url)}`;
    const { content } = await call("request", { method: "GET", target, headers: { "x-a": "b" } });
    expect(content).toMatchObject({
      status: 200,
      events: [expect.stringContaining("The connection failed (ENETUNREACH).")],
    });
    await call("request", { method: "GET", target: "/api/hello?name=nobody" });
    const { traces } = (await call("traces")).content;
    expect(traces).toEqual([
      expect.objectContaining({ request: "GET /api/hello?name=nobody", response: 404, flow: "hello.xml" }),
      expect.objectContaining({ id: content.traceId, response: 200 }),
    ]);
    const { trace } = (await call("traces", { id: traces[0]?.id })).content;
    expect(trace.events).toContainEqual(
      expect.objectContaining({ kind: "variable", name: "who", value: { type: "string", text: "nobody" } }),
    );
    expect(await call("traces", { id: "none" })).toMatchObject({ isError: true });
    expect(requests).toBe(0);
    const allowed = await agent("--allow-network");
    expect((await allowed.call("request", { method: "GET", target })).content).toMatchObject({
      status: 200,
      body: '{"hello":"Ada"}',
    });
    expect(requests).toBe(1);
  });

  test("runs tests", async () => {
    const { call } = await agent();
    const { content } = await call("test");
    expect(content).toMatchObject({ passed: 1, failed: 1 });
    expect(content.tests).toMatchObject([
      {
        path: "tests/bad.xml",
        ok: false,
        assertions: [{ ok: true }, { expected: '"Bea"', actual: '"Ada"' }],
      },
      { path: "tests/good.xml", ok: true, assertions: [] },
    ]);
    const one = await call("test", { files: ["tests/good.xml"], all: true });
    expect(one.content).toMatchObject({
      passed: 1,
      failed: 0,
      tests: [{ assertions: [{ ok: true }, { ok: true }] }],
    });
  });

  test("finds places, and describes the app", async () => {
    const { call } = await agent();
    const { code } = await flowc("build", directory, "-o", join(directory, ".gen"));
    expect(code).toBe(0);
    const server = join(directory, ".gen/server.js");
    const lines = readFileSync(server, "utf8").split("\n");
    const row = lines.findIndex((line) => line.includes("no such person"));
    const column = lines[row]?.indexOf("no such person") ?? -1;
    const { content } = await call("where", { place: `at getHello (${server}:${row + 1}:${column})` });
    expect(content).toMatchObject({
      places: expect.arrayContaining([
        expect.objectContaining({ file: expect.stringMatching(/hello\.xml$/), line: 5 }),
      ]),
    });
    expect((await call("map", { focus: "hello.xml" })).content.nodes).toContainEqual(
      expect.objectContaining({ file: "hello.xml", kind: "flow" }),
    );
    expect((await call("report")).content.operations).toMatchObject([{ path: "/api/hello" }]);
    writeFileSync(
      join(directory, ".recording.jsonl"),
      `${JSON.stringify({
        ...{ version: 1, kind: "exchange", id: "1", startedAt: 1_700_000_000_000, duration: 1, upstream: [] },
        request: { method: "GET", target: "/api/hello?name=Ada", fields: [] },
        response: {
          ...{ status: 200, fields: [["content-type", "application/json"]] },
          body: { text: '{"hello":"Bea"}', bytes: 15 },
        },
      })}\n`,
    );
    expect((await call("compare", { recording: join(directory, ".recording.jsonl") })).content).toMatchObject(
      {
        compared: 1,
        differences: [{ what: "hello", place: { file: "hello.xml" } }],
      },
    );
    expect((await call("routes")).content.routes).toEqual([expect.objectContaining({ flow: "hello.xml" })]);
  });

  test("refuses what leads outside, what would be an option, and what is too large", async () => {
    symlinkSync("/etc/hosts", join(directory, "link.js"), "file");
    const { call } = await agent();
    for (const [name, args, text] of refused) {
      const result = await call(name, args);
      expect({ name, args: JSON.stringify(args).slice(0, 200), ...result }).toMatchObject({
        isError: true,
        text: expect.stringContaining(text),
      });
    }
  });
});

const refused: readonly (readonly [name: string, args: Record<string, unknown>, text: string])[] = [
  ["check", { files: { "../outside.xml": "<flow/>" } }, '"../outside.xml" is no path of a file'],
  ["check", { files: { "/etc/passwd": "" } }, '"/etc/passwd" is no path of a file'],
  ["check", { files: { "a.xml": "x".repeat(1_000_001) } }, "1000000"],
  ["check", { limit: 1e9 }, "limit"],
  ["explain", { code: "--help" }, "hyphen"],
  ["explain", { code: "FLOW2003", other: 1 }, "Unrecognized key"],
  ["test", { files: ["../../etc/passwd"] }, "is neither in the working directory nor in the flow directory"],
  ["test", { files: ["--update"] }, "hyphen"],
  ["compare", { recording: "../../etc/hosts" }, "is neither in the working directory"],
  ["where", { place: "/etc/hosts:1:1" }, "is neither in the working directory"],
  ["where", { place: "link.js:1:1" }, "is neither in the working directory"],
  ["request", { method: "GET", target: "--trace" }, "hyphen"],
  ["request", { method: "GET /", target: "/api/hello" }, "pattern"],
  [
    "request",
    { method: "GET", target: "/api/hello", headers: { "a\r\nb": "c" } },
    "is no name of a header field",
  ],
  ["map", { focus: "--out=x" }, ""],
];
