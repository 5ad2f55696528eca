/** Requests that are malformed: refused with the system error document, and logged, whatever the app would do. */
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { open, type RawAnswer, sendRaw } from "../support/raw.js";
import { apiFiles } from "../support/samples.js";
import { served } from "../support/served.js";
import { type RunningProcess, upstream } from "../support/servers.js";

const app = apiFiles({
  "/x": "<template>{{ $request/url }}</template>",
  "/fields": `<template>{ "id": {{ $request/id }}, "x": {{ $request/headers/x-a }}, "agent": {{ $request/headers/user-agent }} }</template>`,
  "/proxy": `<proxy-request>{ "url": {{ $env/UPSTREAM }} }</proxy-request>`,
});
const mirror = await upstream((request, response) => response.end(JSON.stringify(request.rawHeaders)));
afterAll(() => mirror.stop());
const server = await served(app, { UPSTREAM: mirror.url });
// As a Node of another version, or started by somebody else, may parse.
const lenient = await served(app, { UPSTREAM: mirror.url }, (out) => [
  process.execPath,
  "--insecure-http-parser",
  join(out, "server.js"),
]);

/** The error of the document, which its event in the log has to fit. */
async function refusal(of: RunningProcess, text: string, status: number): Promise<RawAnswer> {
  const answered = await sendRaw(of.url, text);
  expect([answered.status, answered.body]).toEqual([status, expect.stringContaining('{"error":')]);
  const { error } = JSON.parse(answered.body) as { error: Record<string, unknown> };
  expect(error).toEqual({
    message: "Input Validation Failed",
    status,
    requestID: expect.stringMatching(/^[0-9a-f-]{36}$/),
    info: [expect.any(String)],
    code: 3204,
  });
  expect(answered.headers.get("content-type")).toBe("application/json");
  const events = () => of.events().filter(({ requestID }) => requestID === error.requestID);
  await vi.waitFor(() => expect(events()).toHaveLength(1));
  expect(events()[0]).toMatchObject({ type: "engine_access", status, bytes: answered.body.length });
  return answered;
}

const get = (target: string, ...fields: readonly string[]) =>
  [`GET ${target} HTTP/1.1`, ...fields, "", ""].join("\r\n");

test("fields are found whatever the names of the request before were, and each request has an ID of its own", async () => {
  const ids = new Set<unknown>();
  const sent: readonly (readonly [fields: readonly string[], x: string | null, agent: string | null])[] = [
    [["X-A: 1", "User-Agent: u"], "1", "u"],
    [["User-Agent: v", "X-A: 2"], "2", "v"],
    [["x-a: 3", "X-A: 4"], "3, 4", null],
    [["X-B: 5", "user-agent: w"], null, "w"],
  ];
  for (let round = 0; round < 40; round++) {
    for (const [fields, x, agent] of sent) {
      const answered = await sendRaw(server.url, get("/t/fields", "Host: h", ...fields));
      const { id, ...read } = JSON.parse(answered.body) as Record<string, unknown>;
      expect(read).toEqual({ x, agent });
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      ids.add(id);
    }
  }
  expect(ids.size).toBe(40 * sent.length);
});

describe("the host", () => {
  test.each([
    ["none", []],
    ["two", ["Host: a", "Host: a"]],
    ["an empty one", ["Host:"]],
    ["one with a path", ["Host: 1/t/x"]],
    ["one with a query", ["Host: a?b"]],
    ["one with a user", ["Host: u@a"]],
    ["one with a space", ["Host: a b"]],
    ["a list", ["Host: a,b"]],
    ["an encoded one", ["Host: a%2fb"]],
    ["a port beyond 65535", ["Host: a:65536"]],
    ["a port that is none", ["Host: a:b"]],
    ["a number", ["Host: 1"]],
    ["an address that is none", ["Host: 1.2.3.256"]],
    ["an open bracket", ["Host: [::1"]],
  ])("%s: 400", async (_, fields) => {
    await refusal(server, get("/t/x", ...fields), 400);
  });

  test.each([
    ["a", "http://a/t/x"],
    ["A.example:8080", "http://a.example:8080/t/x"],
    ["127.0.0.1:80", "http://127.0.0.1/t/x"],
    ["[::1]:8080", "http://[::1]:8080/t/x"],
    ["a_b-c.example.", "http://a_b-c.example./t/x"],
  ])("%s is one", async (host, url) => {
    const { status, body } = await sendRaw(server.url, get("/t/x", `Host: ${host}`));
    expect([status, JSON.parse(body)]).toEqual([200, url]);
  });

  test("is not needed with HTTP/1.0", async () => {
    expect((await sendRaw(server.url, "GET /t/x HTTP/1.0\r\n\r\n")).status).toBe(200);
  });
});

describe("the request target", () => {
  test.each([
    "/t/x#a",
    "/t\\x",
    "*",
    "http://u@a/t/x",
    "http:///t/x",
    "http://a,b/t/x",
    "http://a:65536/t/x",
    "ftp://a/t/x",
    "HTTP://a/t/x",
  ])("%s: 400", async (target) => {
    await refusal(server, get(target, "Host: a"), 400);
  });

  test("as a URL counts in place of Host", async () => {
    const { status, body } = await sendRaw(server.url, get("http://b.example/t/x?y", "Host: a"));
    expect([status, JSON.parse(body)]).toEqual([200, "http://b.example/t/x?y"]);
  });

  test("of CONNECT: 400", async () => {
    await refusal(server, "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n", 400);
  });
});

describe("fields", () => {
  test.each([
    ["a name with a space", "X Y: 1"],
    ["a space before the colon", "X : 1"],
    ["no name", ": 1"],
    ["a line that is folded", "X: 1\r\n 2"],
    ["two lengths", "Content-Length: 1\r\nContent-Length: 2"],
    ["a length and chunks", "Content-Length: 1\r\nTransfer-Encoding: chunked"],
    ["another transfer coding", "Transfer-Encoding: gzip"],
    ["two transfer codings", "Transfer-Encoding: gzip, chunked"],
  ])("%s: 400", async (_, field) => {
    await refusal(server, get("/t/x", "Host: a", field), 400);
  });

  test("an expectation that nobody knows: 417", async () => {
    await refusal(server, get("/t/x", "Host: a", "Expect: tea"), 417);
  });

  test("more than 200: 431", async () => {
    const fields = (count: number) => Array.from({ length: count }, (_, index) => `a${index}: 1`);
    expect((await sendRaw(server.url, get("/t/x", "Host: a", ...fields(199)))).status).toBe(200);
    await refusal(server, get("/t/x", "Host: a", ...fields(200)), 431);
  });

  test("more than 16 KiB: 431", async () => {
    await refusal(server, get("/t/x", "Host: a", `X: ${"x".repeat(20_000)}`), 431);
  });

  test("what a lenient parser lets pass is refused, too, and no proxy stumbles over it", async () => {
    await refusal(lenient, get("/t/proxy", "Host: a", "X Y: 1"), 400);
    expect(lenient.log()).not.toContain("TypeError");
    expect((await sendRaw(lenient.url, get("/t/proxy", "Host: a", "X-Y: 1"))).status).toBe(200);
  });
});

test("what follows a malformed request on the same connection is not answered", async () => {
  const answered = await refusal(server, `${get("/t/x")}${get("/t/x", "Host: a")}`, 400);
  expect(answered.headers.get("connection")).toBe("close");
});

describe("behind requests that wait for their answers", () => {
  const waiting = get("/t/proxy", "Host: a");
  test.each([
    ["a request that is none", "\0\r\n\r\n\0\r\n", "200 400"],
    ["a head that is too large", get("/t/x", "Host: a", `X: ${"x".repeat(20_000)}`), "200 431"],
    ["a tunnel", "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n", "200 400"],
    ["another one, and a request that is none", `${waiting}\0`, "200 200 400"],
    ["a request without a host, and one that is none", `${get("/t/x")}\0`, "200 400"],
  ])("%s takes no answer away, and none comes before its turn", async (_, text, statuses) => {
    const socket = await open(server.url);
    let answers = "";
    socket.setEncoding("latin1").on("data", (piece: string) => {
      answers += piece;
    });
    socket.write(waiting + text, "latin1");
    await once(socket, "close");
    expect(answers.match(/(?<=HTTP\/1\.1 )\d+/g)?.join(" ")).toBe(statuses);
    expect(answers.match(/"requestID":/g)).toHaveLength(1);
  });
});
