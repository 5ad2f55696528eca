/** The requests that upstream systems get, to the byte: the fields that the flow asks for, and few others. */
import { existsSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { needing } from "../support/needs.js";
import { repository } from "../support/project.js";
import { sendRaw } from "../support/raw.js";
import { apiFiles } from "../support/samples.js";
import { built, served } from "../support/served.js";
import type { RunningProcess } from "../support/servers.js";
import { serveWithWorkerd } from "../support/workerd.js";

let listener: Server;
let origin = "";
let out = "";
const heads: string[] = [];

const to = (more: string) => `{ "url": {{ concat($env/UPSTREAM, "/x") }} ${more} }`;
const flows = {
  "/get": `<request>${to(`, "headers": { "X-A": "1", "X-None": null }`)}</request>`,
  "/own": `<request>${to(`, "headers": { "User-Agent": "shop/1", "Accept": "a/b", "Accept-Language": "de" }`)}</request>`,
  "/post": `<request>${to(`, "method": "POST"`)}</request>`,
  "/typed": `<request>${to(`, "method": "POST", "headers": { "Content-Type": "a/b" }`)}</request>`,
  "/put": `<request>${to(`, "method": "PUT"`)}</request>`,
  "/body": `<request>${to(`, "body": { "value": "hello" }`)}</request>`,
  "/socket": `<request>${to(`, "options": { "disable-connection-reuse": true }`)}</request>`,
  "/connect": `<request>${to(`, "options": { "timeout": 2, "connect-timeout": 1 }`)}</request>`,
  "/proxy": `<proxy-request>${to("")}</proxy-request>`,
};

beforeAll(async () => {
  listener = createServer((socket) => {
    let received = "";
    socket.setEncoding("latin1").on("data", (text: string) => {
      received += text;
      const end = received.indexOf("\r\n\r\n");
      const length = Number(/\ncontent-length: *(\d+)/i.exec(received)?.[1] ?? 0);
      if (end < 0 || received.length < end + 4 + length) return;
      heads.push(received.slice(0, end));
      socket.end("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
    });
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  out = await built(apiFiles(flows));
});
afterAll(() => new Promise((resolve) => listener.close(resolve)));

/** The fields of the connection, which HTTP needs. */
const connection = /^(?:host|connection):/;

/** Returns the fields that the upstream got but those of the connection, in lower case and sorted. */
async function sent(app: RunningProcess, path: string): Promise<string[]> {
  heads.length = 0;
  await (await app.get(`/t${path}`)).arrayBuffer();
  return fieldsOf(heads);
}

function fieldsOf([head = "", ...others]: readonly string[]): string[] {
  expect(others).toEqual([]);
  return head
    .split("\r\n")
    .slice(1)
    .map((field) => field.replace(/^[^:]+/, (name) => name.toLowerCase()))
    .filter((field) => !connection.test(field))
    .sort();
}

const accept = "accept: */*";
const agent = "user-agent: FLAT";

describe("Node", () => {
  let app: RunningProcess;
  beforeAll(async () => {
    app = await served(out, { UPSTREAM: origin });
  });

  const encodings = "accept-encoding: gzip, deflate";
  test.each<[string, string[]]>([
    ["/get", [accept, encodings, agent, "x-a: 1"]],
    ["/own", ["accept: a/b", encodings, "accept-language: de", "user-agent: shop/1"]],
    [
      "/post",
      [accept, encodings, "content-length: 0", "content-type: application/x-www-form-urlencoded", agent],
    ],
    ["/typed", [accept, encodings, "content-length: 0", "content-type: a/b", agent]],
    ["/put", [accept, encodings, "content-length: 0", agent]],
    ["/body", [accept, encodings, "content-length: 5", "content-type: text/plain", agent]],
    ["/socket", [accept, encodings, agent]],
    ["/connect", [accept, encodings, agent]],
  ])("%s", async (path, fields) => {
    expect(await sent(app, path)).toEqual(fields.sort());
  });

  test("a proxy sends on what the client sends, and tells caches nothing", async () => {
    const fields = [
      "accept: a/b",
      "accept-language: fr",
      "cache-control: max-age=1",
      'if-none-match: "1"',
      "sec-fetch-mode: navigate",
    ];
    heads.length = 0;
    await sendRaw(app.url, `GET /t/proxy HTTP/1.1\r\nHost: api.test\r\n${fields.join("\r\n")}\r\n\r\n`);
    expect(fieldsOf(heads)).toEqual([...fields, encodings].sort());
  });
});

/** The fields that each runtime adds, and cannot be kept from adding. */
const others = {
  bun: {
    start: (command: string) => served(out, { UPSTREAM: origin }, () => [command, join(out, "server.js")]),
    adds: [accept, "accept-encoding: gzip, deflate, br, zstd"],
  },
  deno: {
    start: (command: string) =>
      served(out, { UPSTREAM: origin }, () => [
        command,
        "run",
        "--allow-net",
        "--allow-env",
        join(out, "server.js"),
      ]),
    adds: [accept, "accept-encoding: gzip,br", "accept-language: *"],
  },
  workerd: {
    // Without the options about sockets, which need modules of Node.
    start: async (command: string) => {
      const { "/get": get, "/post": post } = flows;
      const small = await built(apiFiles({ "/get": get, "/post": post }));
      return serveWithWorkerd(small, { UPSTREAM: origin }, command);
    },
    adds: [],
  },
};

for (const [name, { start, adds }] of Object.entries(others)) {
  const command = join(repository, "test/runtimes/node_modules/.bin", name);
  const installed = {
    name: `${name}: npm install --no-save --prefix test/runtimes`,
    isThere: existsSync(command),
  };
  describe(name, needing(installed), () => {
    let app: RunningProcess;
    beforeAll(async () => {
      app = await start(command);
    });

    test("adds little", async () => {
      expect(await sent(app, "/get")).toEqual([...adds, agent, "x-a: 1"].sort());
      expect(await sent(app, "/post")).toEqual(
        [...adds, "content-length: 0", "content-type: application/x-www-form-urlencoded", agent].sort(),
      );
    });
  });
}
