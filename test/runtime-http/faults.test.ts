/**
 * Each call that `server.js` makes to the platform while it answers throws once, in a real process: it stays, the client
 * gets an answer or the end of its connection, and the next request is answered.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sendRaw } from "../support/raw.js";
import { built } from "../support/served.js";
import { type RunningServer, received, upstream } from "../support/servers.js";

const thrower = fileURLToPath(new URL("../support/thrower.mjs", import.meta.url));

const files = {
  "swagger.yaml": `swagger: "2.0"
info: { title: Faults, version: "1" }
paths:
  /static: { x-flow: static.xml }
  /body: { post: { x-flow: body.xml } }
  /asks: { x-flow: asks.xml }
  /file: { x-flow: file.xml }
  /up/**: { x-flow: proxy.xml }
  /to: { x-flow: to.xml }
`,
  "static.xml": `<flow><template>{ "a": 1 }</template></flow>`,
  "body.xml": `<flow><template>{ "length": {{ string-length($body) }} }</template></flow>`,
  "asks.xml": `<flow><request>{ "url": {{ concat($env/UPSTREAM, "/up/short") }} }</request></flow>`,
  "file.xml": `<flow><serve dir="htdocs" fallback-doc="/a.txt"/></flow>`,
  "htdocs/a.txt": "0123456789",
  "to.xml": `<flow><proxy-request>{ "origin": {{ $request/get/origin }} }</proxy-request></flow>`,
  "proxy.xml": `<flow><proxy-request>{ "origin": {{ $env/UPSTREAM }} }</proxy-request></flow>`,
};

const head = (line: string, ...fields: readonly string[]) =>
  `${[`${line} HTTP/1.1`, "Host: a", ...fields].join("\r\n")}\r\n\r\n`;
const last = "Connection: close";
const long = "x".repeat(200_000);

/** The texts that a client sends, and after how many bytes of the answer it leaves, if it does. */
const scenarios: readonly { readonly sends: readonly string[]; readonly leaves?: number }[] = [
  { sends: [head("GET /static"), head("GET /static", last)] },
  { sends: [head("HEAD /static", last)] },
  { sends: [head("POST /static", "Content-Length: 200000"), long, head("GET /static", last)] },
  { sends: [head("POST /static", "Content-Length: 200000"), "x"] },
  { sends: [head("POST /static", "Transfer-Encoding: chunked"), "zz\r\n"] },
  { sends: [head("POST /body", "Content-Length: 3", last), "abc"] },
  { sends: [head("POST /body", "Content-Length: 200000", last), long] },
  { sends: [head("POST /body", "Content-Length: 3", "Expect: 100-continue", last), "abc"] },
  { sends: [head("POST /body", "Content-Length: 200000"), "x"], leaves: 0 },
  { sends: [head("GET /static", "Expect: other", last)] },
  { sends: [head("GET /missing", last)] },
  { sends: ["GARBAGE\r\n\r\n"] },
  { sends: [head("CONNECT a:80", last)] },
  { sends: [head("GET /static", "Host: b", last)] },
  { sends: [head("POST /static", "Host: b", "Content-Length: 5000000"), long] },
  { sends: [head("GET /asks", last)] },
  { sends: [head("GET /file", "Range: bytes=2-4", last)] },
  { sends: [head("GET /up/short", last)] },
  { sends: [head("HEAD /up/short", last)] },
  { sends: [head("POST /up/echo", "Content-Length: 200000", last), long] },
  { sends: [head("GET /up/long", last)] },
  { sends: [head("GET /up/long", last)], leaves: 100_000 },
  { sends: [head("GET /up/gzip", last)] },
  { sends: [head("GET /up/pieces", last)] },
  { sends: [head("GET /up/pieces", last)], leaves: 1 },
  { sends: [head("GET /up/broken", last)] },
  { sends: [head("GET /up/never")], leaves: 0 },
];

let asked = 0;
let server: RunningServer;
let child: ChildProcess;
let ended: Promise<readonly []>;
let url: string;
let out: string;
let map: SourceMap;
let log = "";

const healthy = { sends: [head("GET /static", last)] };

beforeAll(async () => {
  server = await upstream(async (request, response) => {
    asked++;
    if (request.url === "/up/never") return;
    // The body of a request that ends by a fault breaks off.
    if (request.url === "/up/echo") response.write(await received(request).catch(() => ""));
    if (request.url === "/up/long") for (let count = 0; count < 20; count++) response.write(long);
    if (request.url === "/up/gzip") {
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("end"));
      return;
    }
    if (request.url === "/up/pieces" || request.url === "/up/broken") {
      response.write("one");
      await setTimeout(20);
      response.write("two");
    }
    if (request.url === "/up/broken") response.destroy();
    else response.end("end");
  });
  out = await built(files);
  map = new SourceMap(JSON.parse(readFileSync(join(out, "server.js.map"), "utf8")));
  await start();
});
afterAll(async () => {
  child?.kill("SIGKILL");
  await server?.stop();
});

async function start(): Promise<void> {
  child = fork(join(out, "server.js"), {
    env: { PATH: process.env.PATH, PORT: "0", HOST: "127.0.0.1", UPSTREAM: server.url },
    execArgv: ["--import", thrower],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  ended = once(child, "exit").then(() => []);
  log = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  url = await vi.waitFor(
    () => {
      const [, told] = /listening on (http:[^\s"]+)/.exec(log) ?? [];
      if (told === undefined) throw new Error(`It does not listen: ${log}`);
      return told;
    },
    { timeout: 15_000, interval: 20 },
  );
}

/**
 * Lets one call throw from now on. Resolves to the calls that were reached since the last time; `undefined` if the process
 * has ended.
 */
async function arm(call?: string): Promise<readonly string[] | undefined> {
  if (!child.connected) return undefined;
  const told = new Promise<readonly unknown[]>((resolve) =>
    child.once("message", (message) => resolve([message])),
  );
  child.send({ arm: call }, () => {}); // it may have ended meanwhile
  const [answer] = await Promise.race([told, ended]);
  return (answer as { readonly reached: readonly string[] } | undefined)?.reached;
}

/** Resolves to how many bytes came until the connection was over; `undefined` if it does not end. */
async function play({ sends, leaves }: (typeof scenarios)[number]): Promise<number | undefined> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  const before = asked;
  let bytes = 0;
  const leave = () => leaves !== undefined && bytes >= leaves && socket.destroy();
  socket.on("error", () => {});
  socket.on("data", (piece) => {
    bytes += piece.length;
    leave();
  });
  for (const text of sends) socket.write(text);
  if (leaves === 0) {
    for (let count = 0; count < 20 && asked === before; count++) await setTimeout(5);
    socket.destroy();
  }
  const over = new AbortController();
  const late = setTimeout(30_000, "late", { signal: over.signal }).catch(() => {});
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const isLate = (await Promise.race([closed, late])) === "late";
  over.abort();
  socket.destroy();
  return isLate ? undefined : bytes;
}

/** Where a call stands in the source. */
function placeOf(call: string): string {
  const [, line, column, name] = /^(\d+):(\d+) (.*)$/.exec(call) ?? [];
  const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
  return "originalSource" in entry ? `${name} at ${entry.originalSource}:${entry.originalLine + 1}` : call;
}

test("a call that throws ends one request, and not the process", { timeout: 300_000 }, async () => {
  await arm();
  const calls = new Map<string, (typeof scenarios)[number]>();
  for (const scenario of scenarios) {
    await play(scenario);
    await play(healthy);
    for (const call of (await arm()) ?? []) if (!calls.has(call)) calls.set(call, scenario);
  }
  expect(calls.size).toBeGreaterThan(60);
  const failures: string[] = [];
  for (const [call, scenario] of calls) {
    await arm(call);
    const bytes = await play(scenario);
    if (bytes === undefined) failures.push(`${placeOf(call)}: the client waits for ever`);
    if ((await arm()) === undefined) {
      failures.push(`${placeOf(call)}: the process ends`);
      await start();
    } else if (!(await play(healthy))) failures.push(`${placeOf(call)}: the next request is not answered`);
  }
  expect(failures).toEqual([]);
});

const malformed = "HTTP/1.1 200 OK\r\nX A: b\r\n: c\r\nX-Good: 1\r\nContent-Length: 2\r\n\r\nok";

test("malformed header fields of an upstream end its request, and not the process", async () => {
  const odd = createServer((socket) => socket.on("error", () => {}).on("data", () => socket.end(malformed)));
  await once(odd.listen(0, "127.0.0.1"), "listening");
  const origin = `http://127.0.0.1:${(odd.address() as AddressInfo).port}`;
  try {
    const served = await sendRaw(url, head(`GET /to?origin=${origin}`, last));
    expect([served.status, served.headers.get("x-good")]).toEqual([502, undefined]);
    await vi.waitFor(() => expect(log).toMatch(/"engine_request".*"status":0/));
    expect(await play(healthy)).toBeGreaterThan(0);
  } finally {
    odd.close();
  }
});
