/** How long requests may take: to arrive, to be answered, and to be taken. */
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, describe, expect, test, vi } from "vitest";
import { answer, open, sendRaw } from "../support/raw.js";
import { apiFiles } from "../support/samples.js";
import { served } from "../support/served.js";
import { reply, upstream } from "../support/servers.js";

const waits = (path: string) =>
  `<request>{ "url": {{ concat($env/UPSTREAM, "${path}") }}, "options": { "timeout": 20 } }</request>`;

const passed = (path: string) =>
  `<proxy-request>{ "url": {{ concat($env/UPSTREAM, "${path}?", $request/get/n) }} }</proxy-request>`;

const app = apiFiles(
  {
    "/body": "<template>{{ string-length($body) }}</template>",
    "/hangs": `${waits("/hangs")}${waits("/after")}`,
    "/steps": `${waits("/slow")}${waits("/slow")}${waits("/slow")}${waits("/after")}`,
    "/both": `<requests>{ "a": { "url": {{ concat($env/UPSTREAM, "/both") }} }, "b": { "url": {{ concat($env/UPSTREAM, "/both") }} } }</requests>${waits("/after")}`,
    "/directory": `<eval out="$user">ldap-lookup($env/DIRECTORY, "", "", "dc=x", "(uid=a)", "b", "")</eval>${waits("/after")}`,
    "/fast": "<echo>fast</echo>",
    "/stream": passed("/stream"),
    "/large": passed("/large"),
    "/upload": passed("/upload"),
  },
  { error: "<template>{{ $error }}</template>" },
);

/** Bytes: more than the buffers of a connection take. */
const large = 64 * 1024 * 1024;

/** Paths that the upstream was asked for, and those whose requests were given up. */
const asked: string[] = [];
const aborted: string[] = [];
const system = await upstream((request, response) => {
  const url = request.url ?? "";
  const [path] = url.split("?");
  asked.push(url);
  request.resume();
  response.on("close", () => response.writableFinished || aborted.push(url));
  // The second one is on its way when the time is over.
  if (path === "/slow") setTimeout(reply, 700, response, 200, "x");
  else if (path === "/stream") {
    response.writeHead(200);
    const timer = setInterval(() => response.write("x"), 100);
    setTimeout(() => {
      clearInterval(timer);
      response.end();
    }, 1800);
  } else if (path === "/large") response.end(Buffer.alloc(large));
  else if (path === "/after") reply(response, 200, "x");
});

/** Takes connections and says nothing. */
const silent = createServer((socket) => socket.on("error", () => {})).listen(0, "127.0.0.1");
await once(silent, "listening");
afterAll(async () => {
  await system.stop();
  silent.close();
});

const server = await served(app, {
  UPSTREAM: system.url,
  DIRECTORY: `ldap://127.0.0.1:${(silent.address() as AddressInfo).port}`,
  FLOW_REQUEST_TIMEOUT: "1",
  FLOW_BODY_TIMEOUT: "0.5",
  FLOW_HEAD_TIMEOUT: "1",
  FLOW_ARRIVAL_TIMEOUT: "4",
  FLOW_IDLE_TIMEOUT: "1.5",
});

const get = (path: string) => sendRaw(server.url, `GET /t${path} HTTP/1.1\r\nHost: a\r\n\r\n`);

/** The status and the last access event with it, and how long it took: roughly, in seconds. */
const timed = async <T>(work: Promise<T>): Promise<[T, number]> => {
  const started = performance.now();
  const result = await work;
  return [result, (performance.now() - started) / 1000];
};

// Each test waits for most of its time.
describe.concurrent("the deadline of a request", () => {
  test.each([
    ["ends an upstream request that hangs", "/hangs", ["/hangs"]],
    ["counts for all waits together", "/steps", ["/slow"]],
    ["ends all that are sent at once", "/both", ["/both", "/both"]],
    ["ends a question to a directory", "/directory", []],
  ])("%s, and nothing comes after it", async (_, path, ended) => {
    const { status, body } = await get(path);
    expect([status, JSON.parse(body)]).toEqual([
      503,
      expect.objectContaining({
        message: "Limit Exceeded",
        status: 503,
        info: ["The request takes longer than it may."],
        code: 5002,
      }),
    ]);
    await vi.waitFor(() => expect(aborted.filter((one) => ended.includes(one))).toEqual(ended));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(asked).toEqual(expect.arrayContaining(ended));
    expect(asked).not.toContain("/after");
    expect(server.log()).toContain('"topic":"limit","message":"The request takes longer than 1 s."');
  });

  test("does not end what has begun to stream", async () => {
    const socket = await open(server.url);
    let text = "";
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
    });
    socket.write("GET /t/stream HTTP/1.1\r\nHost: a\r\n\r\n");
    await vi.waitFor(() => expect(text).toMatch(/\r\n0\r\n\r\n$/), { timeout: 4000 });
    expect(text.split("\r\n").filter((line) => line === "x").length).toBeGreaterThan(12);
    socket.destroy();
  });

  test("leaves others alone", async () => {
    expect((await get("/fast")).body).toBe("fast");
  });
});

describe.concurrent("what a client does not send", () => {
  test("a body that a flow reads: 408", async () => {
    const [{ status, body }, seconds] = await timed(
      sendRaw(server.url, "POST /t/body HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc"),
    );
    expect([status, JSON.parse(body)]).toEqual([
      408,
      expect.objectContaining({ code: 3204, info: ["The request body did not arrive within 0.5 s."] }),
    ]);
    expect(seconds).toBeLessThan(3);
  });

  test("one in chunks, byte by byte: 408", async () => {
    const socket = await open(server.url);
    const answered = answer(socket);
    socket.write("POST /t/body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
    const timer = setInterval(() => socket.write("1\r\nx\r\n"), 50);
    expect((await answered).status).toBe(408);
    clearInterval(timer);
    socket.destroy();
  });

  test("the rest of a head: 408, and logged", async () => {
    const [{ status, body }, seconds] = await timed(sendRaw(server.url, "GET /t/fast HTTP/1.1\r\nHos"));
    expect([status, JSON.parse(body)]).toEqual([408, { error: expect.objectContaining({ code: 3204 }) }]);
    expect(seconds).toBeLessThan(6);
    await vi.waitFor(() => expect(server.log()).toContain('"path":"","status":408'));
  });

  test("anything at all: the connection is closed", async () => {
    const [{ status }] = await timed(sendRaw(server.url, ""));
    expect(status).toBe(0);
  });

  test("more of a body that is passed on: 408", async () => {
    const socket = await open(server.url);
    const answered = answer(socket);
    socket.write(
      `POST /t/upload?n=1 HTTP/1.1\r\nHost: a\r\nContent-Length: 999999\r\n\r\n${"x".repeat(70_000)}`,
    );
    expect((await answered).status).toBe(408);
    await vi.waitFor(() => expect(aborted).toContain("/upload?1"), { timeout: 4000 });
  });

  test("the end of a body that is passed on, byte by byte: 408", async () => {
    const socket = await open(server.url);
    const answered = answer(socket);
    socket.write(`POST /t/upload HTTP/1.1\r\nHost: a\r\nContent-Length: 999999\r\n\r\n${"x".repeat(70_000)}`);
    const timer = setInterval(() => socket.write("x"), 50);
    expect((await answered).status).toBe(408);
    clearInterval(timer);
  });
});

test.concurrent("a response that the client does not take ends, and so does the upstream's", async () => {
  const socket = await open(server.url);
  socket.pause();
  socket.write("GET /t/large HTTP/1.1\r\nHost: a\r\n\r\n");
  const event = /"type":"engine_access",.*"path":"\/t\/large".*"bytes":(\d+)/;
  await vi.waitFor(() => expect(server.log()).toMatch(event), { timeout: 15_000 });
  expect(Number(event.exec(server.log())?.[1])).toBeLessThan(large);
  socket.destroy();
}, 20_000);
