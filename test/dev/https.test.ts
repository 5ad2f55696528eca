/** `flowc dev --https`. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { join } from "node:path";
import { connect } from "node:tls";
import { expect, test } from "vitest";
import { describing } from "../commands/app.js";
import { scratchDirectory } from "../support/compile.js";
import { DevServer } from "./support/dev-server.js";

const app = {
  "swagger.yaml": describing({ "/a": "a.xml" }),
  "a.xml": '<flow><template>{ "a": 1 }</template></flow>',
};

/** Trusts this certificate alone. */
function ask(url: string, ca: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const agent = new Agent({ ca, keepAlive: false });
    const sent = request(url, { agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.once("end", () => resolve(`${response.statusCode} ${text}`));
    });
    sent.once("error", reject);
    sent.end();
  });
}

const kept = (directory: string): string => readFileSync(join(directory, "flowc-dev.pem"), "utf8");

test("serves both with a certificate of its own, which stays", async () => {
  const cache = scratchDirectory("dev-cache");
  const env = { FLOWC_CACHE_DIR: cache };
  const server = await DevServer.start({ files: app, args: ["--https"], env });
  expect(server.app).toMatch(/^https:/);
  const pem = kept(cache);
  expect(statSync(join(cache, "flowc-dev.pem")).mode & 0o777).toBe(0o600);
  const cert = pem.slice(pem.indexOf("-----BEGIN CERTIFICATE"));
  expect(await ask(`${server.app}/api/a`, cert)).toBe('200 {"a":1}');
  expect(await ask(`${server.page}/api/state`, cert)).toMatch(/^200 \{"directory":"flows","app":"https:/);
  const origin = { origin: server.page.replace("https:", "http:") };
  expect(await ask(`${server.page}/api/state`, cert, origin)).toMatch(/^403 /);
  expect(await server.stop()).toBe(0);
  await DevServer.start({ files: app, args: ["--https"], env });
  expect(kept(cache)).toBe(pem);
  expect(readdirSync(cache).filter((name) => name.endsWith(".pem"))).toEqual(["flowc-dev.pem"]);
});

/** The request line, the field Host, and what the flow knows: host, port, path and query. */
const seen: readonly (readonly [line: string, host: string | undefined, parts: readonly string[]])[] = [
  ["GET /api/a?x=%7E HTTP/1.1", "app.example:8443", ["app.example", "8443", "/api/a", "x=%7E"]],
  ["GET /api/a?x HTTP/1.1", "app.example:443", ["app.example", "443", "/api/a", "x"]],
  ["GET /api/a?x HTTP/1.1", "app.example", ["app.example", "443", "/api/a", "x"]],
  ['GET /api/./a?x=<"> HTTP/1.1', "[::1]:9", ["[::1]", "9", "/api/a", "x=%3C%22%3E"]],
  ["GET /api/a?x HTTP/1.0", undefined, ["127.0.0.1", "443", "/api/a", "x"]],
  [
    "POST /api/a?x HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 0",
    "a.example",
    ["a.example", "443", "/api/a", "x"],
  ],
];

test("flows know that they are asked over TLS", async () => {
  const server = await secureServer({
    "swagger.yaml": describing({ "/a": "a.xml" }),
    "a.xml": `<flow>
  <set-response-headers>{ "Location": {{ concat($request/url, "#made") }} }</set-response-headers>
  <set-status code="201"/>
  <template>
    [ {{ $request/url }}, {{ $request/host }}, {{ $request/port }}, {{ $request/path }}, {{ $request/query }} ]
  </template>
</flow>
`,
  });
  for (const [line, host, parts] of seen) {
    const [name = "", port = "", path = "", query = ""] = parts;
    const url = `https://${name}${port === "443" ? "" : `:${port}`}${path}?${query}`;
    const answer = await server.exchange(`${line}\r\n${host === undefined ? "" : `Host: ${host}\r\n`}`);
    expect(answer).toMatch(/^(?:HTTP\/1.1 100 Continue\r\n\r\n)?HTTP\/1.1 201 /);
    expect(answer).toContain(`\r\nlocation: ${url}#made\r\n`);
    expect(answer).toContain(JSON.stringify([url, ...parts]));
    await server.dev.until(/^(GET|POST) \/api\/(\.\/)?a\?x\S* 201 /m);
  }
  const refused = async (head: string) => /^HTTP\/1.1 (\d+)/.exec(await server.exchange(head))?.[1];
  expect(await refused("GET /api/a HTTP/1.1\r\n")).toBe("400");
  expect(await refused("GET /api/a HTTP/1.1\r\nHost: a/b\r\n")).toBe("400");
  expect(await refused("GET /api/a#b HTTP/1.1\r\nHost: a\r\n")).toBe("400");
  expect(await refused("GET /api/a\\b HTTP/1.1\r\nHost: a\r\n")).toBe("400");
  expect(await refused("GET //b.example/api/a HTTP/1.1\r\nHost: a\r\n")).toBe("404");
});

/** `flowc dev --https`, and what it answers to the bytes of a request. */
async function secureServer(files: Readonly<Record<string, string>>) {
  const cache = scratchDirectory("dev-cache");
  const dev = await DevServer.start({ files, args: ["--https"], env: { FLOWC_CACHE_DIR: cache } });
  const pem = kept(cache);
  const ca = pem.slice(pem.indexOf("-----BEGIN CERTIFICATE"));
  const exchange = async (head: string): Promise<string> => {
    const socket = connect({ port: Number(new URL(dev.app).port), host: "127.0.0.1", ca });
    socket.end(`${head}Connection: close\r\n\r\n`, "latin1");
    let answer = "";
    for await (const part of socket.setEncoding("utf8")) answer += part;
    return answer;
  };
  return { dev, exchange };
}

test("takes a certificate of one's own, and sends requests of the page there", async () => {
  const cache = scratchDirectory("dev-cache");
  const first = await DevServer.start({ files: app, args: ["--https"], env: { FLOWC_CACHE_DIR: cache } });
  await first.stop();
  const pem = kept(cache);
  const at = pem.indexOf("-----BEGIN CERTIFICATE");
  const [key, cert] = [join(cache, "key.pem"), join(cache, "cert.pem")];
  writeFileSync(key, pem.slice(0, at));
  writeFileSync(cert, pem.slice(at));
  const server = await DevServer.start({ files: app, args: ["--https-key", key, "--https-cert", cert] });
  expect(await ask(`${server.app}/api/a`, pem.slice(at))).toBe('200 {"a":1}');
});
