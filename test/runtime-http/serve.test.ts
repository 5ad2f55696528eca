/** Files for clients as `node server.js` sends them, alone in its directory, to sockets that send whatever they like. */
import { cpSync, symlinkSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { sendTo } from "../support/client.js";
import { scratchDirectory, writeFiles } from "../support/compile.js";
import { flowc, readTree } from "../support/project.js";
import { served } from "../support/served.js";
import type { RunningServer } from "../support/servers.js";

const large = new Uint8Array(3 * 1024 * 1024).map((_, index) => (index * 31) ^ (index >> 8));

const flows = scratchDirectory("serve-flows");
const outside = scratchDirectory("serve-outside");
const out = scratchDirectory("serve-out");
const alone = scratchDirectory("serve-alone");
let server: RunningServer;

beforeAll(async () => {
  writeFiles(flows, [
    { path: "swagger.yaml", text: `swagger: "2.0"\nbasePath: /api\npaths: {}\n` },
    { path: "conf/flow.xml", text: `<flow><serve dir="../htdocs" fallback-doc="/index.html"/></flow>` },
    { path: "secret.txt", text: "secret" },
    { path: "htdocs/index.html", text: "<p>Home" },
    { path: "htdocs/shop/index.html", text: "<p>Shop" },
    { path: "htdocs/large.bin", text: large },
    { path: "htdocs/.env", text: "SECRET=secret" },
  ]);
  writeFiles(outside, [{ path: "secret.txt", text: "secret" }]);
  symlinkSync(join(outside, "secret.txt"), join(flows, "htdocs/file"));
  symlinkSync(outside, join(flows, "htdocs/directory"));
  symlinkSync("shop", join(flows, "htdocs/store"));
  const built = await flowc("build", flows, "-o", out);
  if (built.code !== 0) throw new Error(built.stderr);
  cpSync(join(out, "server.js"), join(alone, "server.js"));
  server = await served(alone);
});

/** The whole answer to a request line that no client library would send. */
function answer(requestLine: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(Number(port), hostname);
    socket.setEncoding("latin1");
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("end", () => resolve(text));
    socket.on("error", reject);
    socket.write(`${requestLine}\r\nHost: shop.example\r\nConnection: close\r\n\r\n`, "latin1");
  });
}

test.each([
  "/../secret.txt",
  "/../../../../../../etc/passwd",
  "/%2e%2e/secret.txt",
  "/.%2e/secret.txt",
  "/..%2fsecret.txt",
  "/..%5csecret.txt",
  "/shop/../../secret.txt",
  "/shop%2f..%2f..%2fsecret.txt",
  "/%252e%252e/secret.txt",
  "/%c0%ae%c0%ae/secret.txt",
  "/large.bin%00",
  "/.env",
  "/%2eenv",
  "/file",
  "/directory/secret.txt",
  "//secret.txt",
  "///etc/passwd",
  `/${"a/".repeat(4000)}`,
  `/${"%2e%2e/".repeat(1000)}secret.txt`,
])("%s leads nowhere", async (path) => {
  const text = await answer(`GET ${path} HTTP/1.1`);
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(text).toMatch(/\r\n\r\n<p>Home$/);
});

test.each(["/..\\secret.txt", "/\u00e9"])("%s is no path of a URL", async (path) => {
  expect(await answer(`GET ${path} HTTP/1.1`)).toMatch(/^HTTP\/1\.1 400 /);
});

test.each(["//shop", "//shop.example", "///shop", "/\\shop.example", "//shop.example/%2e%2e/shop"])(
  "%s is no redirect to another host",
  async (path) => {
    const location = /^location: (.*)$/im.exec(await answer(`GET ${path} HTTP/1.1`))?.[1]?.trim();
    expect(location === undefined || /^\/[^/\\]/.test(location)).toBe(true);
  },
);

test("a redirect stays on the host, whatever the request says that it is", async () => {
  expect(await answer("GET http://evil.example/shop HTTP/1.1")).toMatch(/\r\nlocation: \/shop\/\r\n/i);
});

test("a line break in a path does not become one in a redirect", async () => {
  expect(await answer("GET /shop?a=%0d%0aX-Evil:1 HTTP/1.1")).not.toMatch(/^x-evil/im);
});

test("a link inside of the flow directory is the file that it leads to", async () => {
  expect(await answer("GET /store/ HTTP/1.1")).toMatch(/\r\n\r\n<p>Shop$/);
});

test("HEAD has the length of the file, and no body", async () => {
  const text = await answer("HEAD /large.bin HTTP/1.1");
  expect(text).toMatch(new RegExp(`\\r\\ncontent-length: ${large.length}\\r\\n`, "i"));
  expect(text).toMatch(/\r\n\r\n$/);
});

test("a file that is no text arrives byte for byte, whole and in parts", async () => {
  const whole = await sendTo(server.url, { path: "/large.bin" });
  expect(whole.headers.get("content-type")).toBe("application/octet-stream");
  expect(whole.headers.get("content-length")).toBe(String(large.length));
  expect(Buffer.compare(whole.bytes, large)).toBe(0);
  const part = await sendTo(server.url, { path: "/large.bin", headers: { range: "bytes=1000000-1999999" } });
  expect(part.status).toBe(206);
  expect(Buffer.compare(part.bytes, large.subarray(1_000_000, 2_000_000))).toBe(0);
});

test("the manifest knows the files that were read, and no map repeats them", () => {
  const { "flowc.json": manifest = "", "server.js.map": map = "" } = readTree(out);
  expect(Object.keys((JSON.parse(manifest) as { inputs: object }).inputs)).toEqual([
    "conf/flow.xml",
    "htdocs/index.html",
    "htdocs/large.bin",
    "htdocs/shop/index.html",
    "htdocs/store/index.html",
    "swagger.yaml",
  ]);
  expect(map.length).toBeLessThan(large.length);
});
