/** Bodies that pass through a server: to the byte, with constant memory, and what happens when they break off. */

import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { LogLine } from "../support/log.js";
import { needing } from "../support/needs.js";
import { apiFiles, basePath } from "../support/samples.js";
import { served } from "../support/served.js";
import { deadUrl, type RunningProcess, type RunningServer, upstream } from "../support/servers.js";

const piece = Buffer.from(Array.from({ length: 65_536 }, (_, index) => (index * 31) % 256));
const pieces = 160;
const total = piece.byteLength * pieces; // 10 MiB
const digest = hashOf(...Array.from({ length: pieces }, () => piece));

function hashOf(...chunks: readonly Uint8Array[]): string {
  const hash = createHash("sha256");
  for (const chunk of chunks) hash.update(chunk);
  return hash.digest("hex");
}

let origin: RunningServer;
let server: RunningProcess;
/** Pieces that the endless response has sent, and whether it was told to stop. */
let sent = 0;
let stopped: Promise<unknown>;

beforeAll(async () => {
  origin = await upstream(answer);
  const proxied = `<proxy-request>{ "origin": {{ $env/ORIGIN }}, "stripEndpoint": true, "options": { "timeout": 1 } }</proxy-request>`;
  const app = apiFiles({
    "/proxy/**": proxied,
    "/patient/**": `<proxy-request>{ "origin": {{ $env/ORIGIN }}, "stripEndpoint": true, "options": { "timeout": 30 } }</proxy-request>`,
    "/own": `<request>{ "url": {{ concat($env/ORIGIN, "/ok") }}, "options": { "disable-connection-reuse": true } }</request>`,
    "/dead": `<proxy-request>{ "origin": {{ $env/DEAD }} }</proxy-request>`,
    "/pass/{name}": `<request>{ "url": {{ concat($env/ORIGIN, "/", $request/params/name) }}, "options": { "timeout": 1 } }</request><pass-body mime="image/png"/>`,
    "/whole/{name}": `<request>{ "url": {{ concat($env/ORIGIN, "/", $request/params/name) }}, "options": { "timeout": 1 } }</request>`,
  });
  server = await served(app, { ORIGIN: origin.url, DEAD: await deadUrl() });
}, 60_000);

afterAll(async () => {
  await origin.stop();
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const name = request.url?.split("/").at(-1);
  switch (name) {
    case "big":
    case "chunked":
    case "huge":
      response.writeHead(200, name === "big" ? { "content-length": total } : {});
      for (let count = 0; count < (name === "huge" ? 20 : 1) * pieces; count++)
        if (!response.write(piece)) await once(response, "drain");
      return response.end();
    case "malformed":
      // The last piece and the fault come together.
      return response.socket?.write(
        Buffer.concat([
          Buffer.from("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n20000\r\n"),
          piece,
          piece,
          Buffer.from("\r\nno number\r\n"),
        ]),
      );
    case "endless":
      sent = 0;
      stopped = once(response, "close");
      response.writeHead(200);
      for (; !response.destroyed; sent++) if (!response.write(piece)) await drained(response);
      return undefined;
    case "hash": {
      const hash = createHash("sha256");
      try {
        for await (const chunk of request) hash.update(chunk as Buffer);
      } catch {
        return undefined; // the client went away
      }
      response.setHeader(
        "x-length",
        request.headers["content-length"] ?? request.headers["transfer-encoding"] ?? "",
      );
      return response.end(hash.digest("hex"));
    }
    case "gzip":
      response.writeHead(200, { "content-encoding": "gzip", "content-type": "text/plain" });
      return response.end(gzipSync(piece));
    case "zstd":
      response.writeHead(200, { "content-encoding": "zstd", "content-type": "text/plain" });
      return response.end(piece);
    case "half-small":
    case "half":
      response.writeHead(200, { "content-length": name === "half" ? total : 20_000 });
      response.write(name === "half" ? piece : "half");
      return setTimeout(() => response.destroy(), 50);
    case "half-chunked":
      response.writeHead(200);
      response.write(piece);
      return setTimeout(() => response.destroy(), 50);
    case "stalled":
      stopped = once(response, "close");
      response.writeHead(200);
      return response.write(piece);
    case "hang":
      stopped = once(response, "close");
      return undefined;
    case "reset":
      return request.socket.resetAndDestroy();
    case "garbage":
      return request.socket.end("no HTTP at all\r\n\r\n");
    default:
      return response.end("ok");
  }
}

/** Room for more, or nobody there any more. */
const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.on("drain", done).on("close", done);
  });

const url = (path: string): string => `${server.url}${basePath}${path}`;

async function get(
  path: string,
  headersSent: Readonly<Record<string, string>> = {},
): Promise<{ status: number; headers: Headers; hash: string; text: string }> {
  const response = await fetch(url(path), { headers: headersSent });
  const bytes = Buffer.from(await response.arrayBuffer());
  const { status, headers } = response;
  return { status, headers, hash: hashOf(bytes), text: bytes.toString("utf8", 0, 1000) };
}

async function sizeOf(path: string): Promise<number> {
  let size = 0;
  const { body } = await fetch(url(path));
  for await (const chunk of body ?? []) size += chunk.byteLength;
  return size;
}

/** Kilobytes that the server takes up, or took up at most. */
function memory(field: "VmRSS" | "VmHWM"): number {
  const [, pid] = /^(\d+)$/.exec(String(server.pid)) ?? [];
  const status = readFileSync(join("/proc", pid ?? "", "status"), "utf8");
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(status)?.[1]);
}

test("a server with connections of its own kind is one file, too", async () => {
  expect((await get("/own")).text).toBe("ok");
});

describe("a body passes to the byte", () => {
  test.each(["/proxy/big", "/proxy/chunked", "/pass/big", "/pass/chunked"])("%s", async (path) => {
    const { status, headers, hash } = await get(path);
    expect([status, hash]).toEqual([200, digest]);
    expect(headers.get("content-length")).toBe(path.endsWith("big") ? String(total) : null);
    if (path.startsWith("/pass")) expect(headers.get("content-type")).toBe("image/png");
  });

  test("a body of the client, with its length", async () => {
    const body = Buffer.concat(Array.from({ length: pieces }, () => piece));
    const response = await fetch(url("/proxy/hash"), { method: "PUT", body });
    expect([await response.text(), response.headers.get("x-length")]).toEqual([digest, String(total)]);
  });

  test("a body of the client whose length nobody knows", async () => {
    let count = 0;
    const body = new ReadableStream({
      pull: (controller) => (count++ < pieces ? controller.enqueue(piece) : controller.close()),
    });
    const init = { method: "POST", body, duplex: "half" };
    const response = await fetch(url("/proxy/hash"), init as RequestInit);
    expect([await response.text(), response.headers.get("x-length")]).toEqual([digest, "chunked"]);
  });

  test("a client that takes longer for its body than the upstream may take for its answer", async () => {
    let count = 0;
    const body = new ReadableStream({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 450));
        if (count++ < 4) controller.enqueue(piece);
        else controller.close();
      },
    });
    const response = await fetch(url("/proxy/hash"), { method: "POST", body, duplex: "half" } as RequestInit);
    expect(await response.text()).toBe(hashOf(piece, piece, piece, piece));
  });

  test("encoded content arrives as it was before it was encoded, for a client that takes no encoding", async () => {
    const { headers, hash } = await get("/proxy/gzip", { "accept-encoding": "identity" });
    expect([hash, headers.get("content-encoding")]).toEqual([hashOf(piece), null]);
  });

  test("content in an encoding that fetch does not know stays as it is", async () => {
    const { headers, hash } = await get("/proxy/zstd");
    expect([hash, headers.get("content-encoding")]).toEqual([hashOf(piece), "zstd"]);
  });
});

describe("memory stays constant", () => {
  test("with bodies of 200 MiB, both ways at once", {
    ...needing({ name: "Linux, whose /proc tells the memory", isThere: process.platform === "linux" }),
    timeout: 60_000,
  }, async () => {
    await get("/proxy/big");
    const before = memory("VmRSS");
    let count = 0;
    const body = new ReadableStream({
      pull: (controller) => (count++ < 20 * pieces ? controller.enqueue(piece) : controller.close()),
    });
    const [upload, size] = await Promise.all([
      fetch(url("/patient/hash"), { method: "POST", body, duplex: "half" } as RequestInit),
      sizeOf("/patient/huge"),
    ]);
    expect([upload.status, size]).toEqual([200, 20 * total]);
    expect(memory("VmHWM") - before).toBeLessThan(100_000);
  });

  test("a client that reads slowly holds the upstream back", async () => {
    const request = httpRequest(url("/proxy/endless"), { agent: false });
    request.end();
    const [response] = (await once(request, "response")) as [IncomingMessage];
    let before = Number.NaN;
    const settled = () => {
      const last = before;
      before = sent;
      expect(sent).toBe(last);
    };
    await vi.waitFor(settled, { interval: 300 });
    // Longer than the time-out of the request: the time of the client does not count.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(sent).toBe(before);
    response.resume();
    await vi.waitFor(() => expect(sent).toBeGreaterThan(before));
    request.destroy();
    await stopped;
  });
});

describe("faults", () => {
  /** How a response ends for a client that takes no part of it for the whole. */
  const ending = async (path: string): Promise<string> => {
    const response = await fetch(url(path));
    return response.arrayBuffer().then(
      (bytes) => `complete, ${bytes.byteLength}`,
      () => `${response.status}, broken off`,
    );
  };
  const events = (type: string): readonly LogLine[] => {
    const lines = server.log().trimEnd().split("\n").slice(1);
    return lines.map((line) => JSON.parse(line) as LogLine).filter((line) => line.type === type);
  };
  const logged = () => events("engine_alert").map(({ message }) => message);

  test.each([
    ["/proxy/reset", 502, /\(UND_ERR_SOCKET\)|\(ECONNRESET\)/],
    ["/proxy/garbage", 502, /connection failed/],
    ["/proxy/hang", 504, /No complete response within 1 s/],
    ["/dead", 502, /ECONNREFUSED/],
    // Short enough to be read at once.
    ["/proxy/half-small", 502, /connection failed/],
    ["/whole/half", 502, /connection failed/],
  ])("before the response begins, or where it is read as a whole: %s", async (path, status, reason) => {
    const response = await fetch(url(path));
    const { error } = (await response.json()) as { error: { code: number; info: string[] } };
    expect([response.status, error.code]).toEqual([status, 3201]);
    expect(error.info.join()).toMatch(reason);
  });

  test.each(["/proxy/half", "/proxy/half-chunked", "/pass/half"])("in the middle: %s", async (path) => {
    const accesses = () => events("engine_access").filter((event) => event.path === `${basePath}${path}`);
    const before = accesses().length;
    expect(await ending(path)).toBe("200, broken off");
    await vi.waitFor(() => expect(logged().at(-1)).toMatch(/: The response broke off\.$/));
    await vi.waitFor(() => expect(accesses().length).toBeGreaterThan(before));
    expect(await ending(path)).toBe("200, broken off");
    await vi.waitFor(() => expect(accesses().length).toBeGreaterThan(before + 1));
    expect(accesses().length).toBe(before + 2);
    expect(events("engine_request").at(-1)).toMatchObject({
      curlErrorCode: 56,
      curlErrorMessage: "The response broke off.",
    });
  });

  test("all that came before the fault arrives", async () => {
    const request = httpRequest(url("/proxy/malformed"), { agent: false }).end();
    const [response] = (await once(request, "response")) as [IncomingMessage];
    let bytes = 0;
    response.on("data", (some: Buffer) => {
      bytes += some.byteLength;
    });
    await expect(once(response, "end")).rejects.toThrow();
    expect(bytes).toBe(2 * piece.byteLength);
  });

  test.each(["/proxy/stalled", "/pass/stalled"])("nothing more comes: %s", async (path) => {
    expect(await ending(path)).toBe("200, broken off");
    await vi.waitFor(() => expect(logged().at(-1)).toMatch(/: No more of the response within 1 s\.$/));
    expect(events("engine_request").at(-1)).toMatchObject({ curlErrorCode: 28 });
    await stopped;
  });

  test.each(["/proxy/endless", "/pass/endless"])("the client goes away in the middle: %s", async (path) => {
    const endless = () => logged().filter((message) => String(message).includes("/endless"));
    const request = httpRequest(url(path), { agent: false });
    request.end();
    const [response] = (await once(request, "response")) as [IncomingMessage];
    await once(response, "data");
    request.destroy();
    await stopped;
    await vi.waitFor(() =>
      expect(events("engine_access").at(-1)).toMatchObject({ path: `${basePath}${path}`, status: 200 }),
    );
    expect(endless()).toEqual([]);
  });

  test("the client goes away before the response begins", async () => {
    const request = httpRequest(url("/proxy/hang"), { agent: false });
    request.on("error", () => {});
    const before = stopped;
    request.end();
    await vi.waitFor(() => expect(stopped).not.toBe(before));
    request.destroy();
    await stopped;
  });

  test("the client goes away in the middle of its own body", async () => {
    const request = httpRequest(url("/proxy/hash"), { method: "POST", agent: false });
    request.on("error", () => {});
    request.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 200));
    request.destroy();
    expect((await get("/proxy/ok")).text).toBe("ok");
  });

  test("the log has nothing but lines of JSON", () => {
    expect(logged().length).toBeGreaterThan(5);
    expect(events("engine_request")).toContainEqual(expect.objectContaining({ status: 200, bytes: total }));
    expect(events("engine_access")).toContainEqual(expect.objectContaining({ status: 200, bytes: total }));
  });
});
