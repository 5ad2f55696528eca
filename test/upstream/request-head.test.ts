import { type AddressInfo, createServer, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { needing } from "../support/needs.js";
import { elsewhere } from "../support/other-servers.js";
import { sendRaw } from "../support/raw.js";
import { apiFiles } from "../support/samples.js";
import { built, served } from "../support/served.js";
import type { RunningProcess } from "../support/servers.js";

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
const added: Readonly<Record<string, readonly string[]>> = {
  bun: [accept, "accept-encoding: gzip, deflate, br, zstd"],
  deno: [accept, "accept-encoding: gzip,br", "accept-language: *"],
  workerd: [],
};

for (const { name, needs, start } of elsewhere) {
  const adds = added[name] ?? [];
  describe(name, needing(needs), () => {
    let app: RunningProcess;
    beforeAll(async () => {
      // Without the options about sockets, which need modules of Node.
      const { "/get": get, "/post": post } = flows;
      app = await start(name === "workerd" ? apiFiles({ "/get": get, "/post": post }) : out, {
        UPSTREAM: origin,
      });
    });

    test("adds little", async () => {
      expect(await sent(app, "/get")).toEqual([...adds, agent, "x-a: 1"].sort());
      expect(await sent(app, "/post")).toEqual(
        [...adds, "content-length: 0", "content-type: application/x-www-form-urlencoded", agent].sort(),
      );
    });
  });
}
