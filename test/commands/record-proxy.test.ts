/** `flowc record` between a system and its upstream systems with TLS: `--egress` looks into it, tunnels of `--proxy` pass. */
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { createServer, request as httpsRequest } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { connect } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import type { RecordedLine, RecordedUpstream } from "../../runtime/observe/trace/recording.js";
import { scratchDirectory } from "../support/compile.js";
import { received, upstream } from "../support/servers.js";
import { selfSigned } from "../upstream/certificates.js";
import { recorder } from "./recorder.js";

const directory = scratchDirectory("record-proxy");
const path = (name: string) => join(directory, name);

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

const upstreamsIn = (file: string): readonly RecordedUpstream[] =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as RecordedLine)
    .flatMap((line) => (line.kind === "exchange" ? line.upstream : [line.upstream]));

/** A recorder whose system asks the upstream system of the port in the path, through the proxy. */
async function recording() {
  const file = path(`${Math.random()}.jsonl`);
  let proxy = "";
  const { url } = await upstream(async (request, response) => {
    const socket = await tunnel(proxy, Number((request.url ?? "").split("/")[2]));
    const secure = connect({ socket, servername: "localhost", ca: trusted.certificate });
    const headers = { host: "localhost", authorization: "Bearer abcdefgh12345" };
    const options = { createConnection: () => secure, method: "POST", path: "/prices?x=1", headers };
    const sent = httpsRequest("https://localhost", options).end("seven");
    const [answer] = await once(sent, "response");
    response.end(await text(answer));
  });
  const one = await recorder("--old", url, "--listen", "0", "--proxy", "0", "-o", file);
  ({ proxy } = one);
  const get = async (target: string) => (await fetch(`${one.listen}/ask/${target}`)).text();
  return { ...one, get, upstreams: () => upstreamsIn(file) };
}

test("upstream systems with TLS are recorded behind --egress; one that nobody trusts is refused", async () => {
  writeFileSync(path("proxied.pem"), trusted.certificate);
  process.env.NODE_EXTRA_CA_CERTS = path("proxied.pem");
  onTestFinished(() => void delete process.env.NODE_EXTRA_CA_CERTS);
  const [known, unknown] = [await secureUpstream(), await secureUpstream(selfSigned("unknown"))];
  let egress = "";
  const { url } = await upstream(async (request, response) => {
    const headers = {
      traceparent: String(request.headers.traceparent),
      authorization: "Bearer abcdefgh12345",
    };
    const sent = { method: "POST", body: "seven", headers };
    const answer = await fetch(`${egress}/prices?x=1`, sent).catch(() => undefined);
    response.end((await answer?.text()) ?? "no answer");
  });
  const asked = async (port: number) => {
    const file = path(`${port}.jsonl`);
    const args = ["--old", url, "--listen", "0", "--egress", `0=https://localhost:${port}`, "-o", file];
    const one = await recorder(...args);
    ({ egress } = one);
    const answer = await (await fetch(one.listen)).text();
    expect(await one.end()).toEqual([0, "recorded 1 exchanges\n"]);
    expect(readFileSync(file, "utf8")).not.toContain("abcdefgh12345");
    return { answer, upstreams: upstreamsIn(file) };
  };
  const request = { method: "POST", body: { text: "seven" } };
  expect(await asked(known)).toMatchObject({
    answer: "POST /prices?x=1 seven",
    upstreams: [
      {
        matchedBy: "id",
        request: { ...request, target: `https://localhost:${known}/prices?x=1` },
        response: { status: 200, body: { text: "POST /prices?x=1 seven" } },
      },
    ],
  });
  expect(await asked(unknown)).toMatchObject({
    answer: "no answer",
    upstreams: [{ request, failure: "DEPTH_ZERO_SELF_SIGNED_CERT" }],
  });
});

test("tunnels pass, and are marked as not seen", async () => {
  const echo = createTcpServer((socket) => socket.pipe(socket)).listen(0, "127.0.0.1");
  onTestFinished(() => void echo.close());
  await once(echo, "listening");
  const { proxy, get, end, upstreams } = await recording();
  const socket = await tunnel(proxy, (echo.address() as AddressInfo).port);
  socket.write("hello");
  expect(String((await once(socket, "data"))[0])).toBe("hello");
  socket.end();
  await once(socket, "close");
  expect(await get(`${await secureUpstream()}`)).toBe("POST /prices?x=1 seven");
  expect((await end())[0]).toBe(0);
  for (const each of upstreams()) expect(each).toMatchObject({ isUnseen: true });
  expect(upstreams()).toHaveLength(2);
});

test.each(["tunnel", "request"])(
  "a %s to an upstream system that is open at the end is recorded, too, as cut off",
  async (what) => {
    const silent = createTcpServer((socket) => void socket.on("error", () => {})).listen(0, "127.0.0.1");
    onTestFinished(() => void silent.close());
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const { proxy, end, upstreams } = await recording();
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
  },
);

test("a tunnel to nowhere is refused, and one that stays open does not keep the recorder", async () => {
  const { proxy, end } = await recording();
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
  const { proxy, end, upstreams } = await recording();
  const mapped = await tunnel(proxy, port, "[::ffff:127.0.0.1]");
  mapped.write("GET /200 HTTP/1.1\r\n\r\n");
  expect(String((await once(mapped, "data"))[0])).toMatch(/^HTTP\/1\.1 200\r\n/);
  mapped.destroy();
  for (const status of ["099", "101"]) {
    const request = httpRequest(proxy, { path: `http://127.0.0.1:${port}/${status}` }).end();
    await once(request, "error");
  }
  expect((await end())[0]).toBe(0);
  expect(upstreams()).toMatchObject([
    { isUnseen: true },
    { failure: expect.anything() },
    { failure: expect.anything() },
  ]);
});
