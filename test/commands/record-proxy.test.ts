/** `flowc record --proxy`: tunnels with TLS of real servers, opened with an authority of the user's, or passed. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { createServer, request as httpsRequest } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { connect, type TLSSocket } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import type { RecordedLine, RecordedUpstream } from "../../runtime/observe/trace/recording.js";
import { scratchDirectory } from "../support/compile.js";
import { flowc } from "../support/project.js";
import { received, upstream } from "../support/servers.js";
import { selfSigned } from "../upstream/certificates.js";
import { recorder } from "./recorder.js";

const directory = scratchDirectory("record-proxy");
const path = (name: string) => join(directory, name);

/** The files of an authority, as the documentation tells to make one. */
function authority(name: string, ...key: readonly string[]): readonly string[] {
  const files = ["-keyout", path(`${name}.key`), "-out", path(`${name}.pem`)];
  const usage = ["-addext", "keyUsage=critical,keyCertSign", "-subj", `/O=Örg/CN=${name}`, "-utf8"];
  const args = ["req", "-x509", "-newkey", ...key, "-nodes", "-days", "2", ...usage, ...files];
  execFileSync("openssl", args, { stdio: "ignore" });
  return ["--proxy-ca", path(`${name}.pem`), "--proxy-key", path(`${name}.key`)];
}

const own = authority("own", "rsa:2048");
const trusted = selfSigned("proxied");

/** An upstream system with TLS that tells what it was asked. */
async function secureUpstream({ certificate: cert, key } = trusted): Promise<number> {
  const server = createServer({ cert, key }, async (request, response) => {
    response.end(`${request.method} ${request.url} ${await received(request)}`);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** A tunnel through the proxy. */
async function tunnel(proxy: string, port: number, host = "localhost"): Promise<Socket> {
  const request = httpRequest(proxy, { method: "CONNECT", path: `${host}:${port}` }).end();
  const [, socket] = (await once(request, "connect")) as [unknown, Socket];
  onTestFinished(() => void socket.destroy());
  return socket;
}

async function opened(proxy: string, port: number, ca: string): Promise<TLSSocket> {
  const secure = connect({ socket: await tunnel(proxy, port), servername: "localhost", ca });
  await once(secure, "secureConnect");
  return secure;
}

async function ask(createConnection: () => Socket, target: string, body: string, traceparent = "") {
  const headers = { host: "localhost", traceparent, authorization: "Bearer abcdefgh12345" };
  const options = { createConnection, method: "POST", path: target, headers };
  const request = httpsRequest("https://localhost", options).end(body);
  const [response] = await once(request, "response");
  return text(response);
}

async function recording(...args: readonly string[]) {
  const file = path(`${Math.random()}.jsonl`);
  let proxy = "";
  const { url } = await upstream(async (request, response) => {
    const [, , port, trust = ""] = (request.url ?? "").split("/");
    const { traceparent = "" } = request.headers;
    const ca = trust === "own" ? readFileSync(path("own.pem"), "utf8") : trusted.certificate;
    const answer = opened(proxy, Number(port), ca)
      .then((secure) => ask(() => secure, "/prices?x=1", "seven", String(traceparent)))
      .catch((error: NodeJS.ErrnoException) => `no answer: ${error.code}`);
    response.end(await answer);
  });
  const one = await recorder("--old", url, "--listen", "0", "--proxy", "0", "-o", file, ...args);
  ({ proxy } = one);
  const get = async (target: string) => (await fetch(`${one.listen}/ask/${target}`)).text();
  const upstreams = (): readonly RecordedUpstream[] =>
    readFileSync(file, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as RecordedLine)
      .flatMap((line) => (line.kind === "exchange" ? line.upstream : [line.upstream]));
  return { ...one, get, upstreams };
}

test("requests in tunnels are recorded, with an authority that the system trusts", async () => {
  writeFileSync(path("proxied.pem"), trusted.certificate);
  process.env.NODE_EXTRA_CA_CERTS = path("proxied.pem");
  onTestFinished(() => void delete process.env.NODE_EXTRA_CA_CERTS);
  const port = await secureUpstream();
  const { get, end, upstreams } = await recording(...own);
  const answers = await Promise.all(Array.from({ length: 8 }, () => get(`${port}/own`)));
  expect(new Set(answers)).toEqual(new Set(["POST /prices?x=1 seven"]));
  // A certificate of the upstream system that nobody trusts is refused, as without a proxy.
  expect(await get(`${await secureUpstream(selfSigned("unknown"))}/own`)).toMatch(/^no answer: ECONNRESET/);
  // A system that trusts others says no.
  expect(await get(`${port}/others`)).toMatch(/^no answer: .*(?:CERT|SIGNATURE)/);
  const [code, said] = await end();
  expect([code, said]).toEqual([
    0,
    // The tunnel may end after the client's request.
    expect.stringMatching(
      /^flowc: a tunnel to localhost: closed before a request came\. Does the system trust the authority of --proxy-ca\?\nrecorded 10 exchanges(?:; 1 upstream .*)?\n$/,
    ),
  ]);
  const [first, ...others] = upstreams();
  const unseen = others.pop();
  const untrusted = others.pop();
  for (const each of [first, ...others]) {
    expect(each).toMatchObject({
      matchedBy: "id",
      request: { method: "POST", target: `https://localhost:${port}/prices?x=1`, body: { text: "seven" } },
      response: { status: 200, body: { text: "POST /prices?x=1 seven" } },
    });
    expect(JSON.stringify(each)).not.toContain("abcdefgh12345");
    expect(each).not.toHaveProperty("isUnseen");
  }
  expect(others).toHaveLength(7);
  expect(untrusted).toMatchObject({ failure: "DEPTH_ZERO_SELF_SIGNED_CERT" });
  expect(unseen).toMatchObject({ isUnseen: true, failure: "closed before a request came" });
});

test.each([
  ["without an authority", []],
  ["with one, other protocols", own],
])("%s, tunnels pass, and are marked as not seen", async (_, args) => {
  const echo = createTcpServer((socket) => socket.pipe(socket)).listen(0, "127.0.0.1");
  onTestFinished(() => void echo.close());
  await once(echo, "listening");
  const { proxy, get, end, upstreams } = await recording(...args);
  const socket = await tunnel(proxy, (echo.address() as AddressInfo).port);
  socket.write("hello");
  expect(String((await once(socket, "data"))[0])).toBe("hello");
  socket.end();
  await once(socket, "close");
  if (args.length === 0) expect(await get(`${await secureUpstream()}`)).toBe("POST /prices?x=1 seven");
  expect((await end())[0]).toBe(0);
  for (const each of upstreams()) expect(each).toMatchObject({ isUnseen: true });
  expect(upstreams()).toHaveLength(args.length === 0 ? 2 : 1);
});

test.each([
  ["a tunnel without an authority", [], "tunnel"],
  ["a tunnel with one", own, "tunnel"],
  ["a request to an upstream system", [], "request"],
])("%s that is open at the end is recorded, too, as cut off", async (_, args, what) => {
  const silent = createTcpServer((socket) => void socket.on("error", () => {})).listen(0, "127.0.0.1");
  onTestFinished(() => void silent.close());
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const { proxy, end, upstreams } = await recording(...args);
  const asked = once(silent, "connection");
  if (what === "tunnel") (await tunnel(proxy, port)).write("hello");
  else
    httpRequest(proxy, { path: `http://127.0.0.1:${port}/x` })
      .on("error", () => {})
      .end();
  await asked;
  expect(await end()).toEqual([
    0,
    "recorded 0 exchanges; 1 upstream exchanges belong to no request for sure\n",
  ]);
  expect(upstreams()).toHaveLength(1);
});

test("a tunnel to nowhere is refused, and one that stays open does not keep the recorder", async () => {
  const { proxy, end } = await recording(...own);
  const idle = await tunnel(proxy, await secureUpstream());
  const request = httpRequest(proxy, { method: "CONNECT", path: "no-port" }).end();
  expect((await once(request, "connect"))[0].statusCode).toBe(400);
  expect((await end())[0]).toBe(0);
  idle.destroy();
});

test("addresses of any form, and answers that no server may send, do not end the recorder", async () => {
  const odd = createTcpServer((socket) => {
    socket.once("data", (head) => {
      const status = /\/(\w+) /.exec(String(head))?.[1];
      socket.end(`HTTP/1.1 ${status}\r\nConnection: upgrade\r\nUpgrade: x\r\nContent-Length: 0\r\n\r\n`);
    });
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void odd.close());
  await once(odd, "listening");
  const { port } = odd.address() as AddressInfo;
  const { proxy, end, upstreams } = await recording(...own);
  const options = {
    socket: await tunnel(proxy, port, "[::ffff:127.0.0.1]"),
    checkServerIdentity: () => undefined,
  };
  const secure = connect({ ...options, ca: readFileSync(path("own.pem"), "utf8") });
  await once(secure, "secureConnect");
  expect(secure.getPeerCertificate().subjectaltname).toMatch(/^IP Address:0:0:0:0:0:FFFF:7F00:1$/i);
  secure.destroy();
  for (const status of ["099", "101"]) {
    const request = httpRequest(proxy, { path: `http://127.0.0.1:${port}/${status}` }).end();
    await once(request, "error");
  }
  expect((await end())[0]).toBe(0);
  expect(upstreams().filter(({ failure }) => failure !== undefined)).toHaveLength(3);
});

const elliptic = authority("elliptic", "ec", "-pkeyopt", "ec_paramgen_curve:P-256");
writeFileSync(path("leaf.pem"), trusted.certificate);

test.each([
  [own.slice(0, 2), "belong together"],
  [elliptic, "needs an authority with an RSA key"],
  [[...own.slice(0, 3), elliptic[3] ?? ""], "does not belong to the certificate"],
  [[...own.slice(0, 3), path("none.key")], "cannot be read"],
])("%j is wrong usage", async (args, message) => {
  const common = ["--old", "http://localhost:9", "--listen", "0", "--proxy", "0", "-o", path("none.jsonl")];
  const { code, stderr } = await flowc("record", ...common, ...args);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
});
