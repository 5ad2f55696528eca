/** Responses of upstream systems to the byte, and connections that fail, by raw servers. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  at,
  body,
  type Context,
  type JsonObject,
  type JsonValue,
  json,
  request,
  respond,
} from "../../runtime/index.js";
import { send } from "../support/client.js";
import { appOf, withEnv } from "./support.js";

type Answer = (socket: Socket, head: string, count: number) => void;

let server: Server;
let url = "";
/** The server's handler of requests. It gets to know how many came before on the connection. */
let answer: Answer = () => {};
let heads: string[] = [];

beforeAll(async () => {
  server = createServer((socket) => {
    let count = 0;
    let text = "";
    socket.on("error", () => {});
    socket.setEncoding("latin1").on("data", (piece: string) => {
      text += piece;
      const end = text.indexOf("\r\n\r\n");
      const length = Number(/\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? 0);
      if (end < 0 || text.length < end + 4 + length) return;
      heads.push(text.slice(0, end));
      const head = text;
      text = "";
      answer(socket, head, count++);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.close();
});
beforeEach(() => {
  heads = [];
});

/** Answers with a head and bytes, and closes the connection. */
const closing =
  (head: string, bytes: Uint8Array | string = "", last = "Connection: close"): Answer =>
  (socket) => {
    socket.write(`${head}\n${last}\n\n`.replaceAll("\n", "\r\n"), "latin1");
    socket.end(bytes);
  };

/** Returns the response as the flow finds it: status, body, and header fields; or why the request failed. */
const received = async (config: JsonObject = {}): Promise<JsonValue> => {
  const read = ($: Context) =>
    at($.upstream, "up", "error") === undefined
      ? [json(at($.upstream, "up", "status")), body($, "up")]
      : json(at($.upstream, "up", "error", "info", "value"));
  const app = appOf(async ($) => {
    await request($, "up", { url, ...config });
    respond($, read($) as JsonValue);
  });
  return (await send(app, { path: "/api/x" })).json() as JsonValue;
};

const fields = async (): Promise<JsonValue> => {
  const app = appOf(async ($) => {
    await request($, "up", { url });
    respond($, json(at($.upstream, "up", "headers")));
  });
  return (await send(app, { path: "/api/x" })).json() as JsonValue;
};

const text = "some text, ".repeat(1000);
const half = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, bytes.byteLength >> 1);

describe("Encodings of content", () => {
  test.each<[string, Uint8Array]>([
    ["gzip", gzipSync(text)],
    ["X-GZip", gzipSync(text)],
    ["deflate", deflateSync(text)],
    ["deflate", deflateRawSync(text)],
    ["br", brotliCompressSync(text)],
    ["gzip, br", brotliCompressSync(gzipSync(text))],
    ["gzip,gzip ,gzip", gzipSync(gzipSync(gzipSync(text)))],
    ["gzip", Buffer.concat([gzipSync(text.slice(0, 700)), gzipSync(text.slice(700))])],
  ])("%s is taken off", async (coding, bytes) => {
    answer = closing(`HTTP/1.1 200 OK\nContent-Encoding: ${coding}`, bytes);
    expect(await received()).toEqual([200, text]);
  });

  test.each(["identity", "compress", "gzip, other", ""])("%j is left", async (coding) => {
    answer = closing(`HTTP/1.1 200 OK\nContent-Encoding: ${coding}`, "as it is");
    expect(await received()).toEqual([200, "as it is"]);
  });

  test.each(["gzip", "deflate", "br", "gzip, br"])("an empty body in %s is empty", async (coding) => {
    answer = closing(`HTTP/1.1 200 OK\nContent-Encoding: ${coding}\nContent-Length: 0`);
    expect(await received()).toEqual([200, ""]);
  });

  test("content that breaks off is taken as far as it goes", async () => {
    answer = closing("HTTP/1.1 200 OK\nContent-Encoding: gzip", half(gzipSync(text)));
    const [status, begin] = (await received()) as [number, string];
    expect([status, text.startsWith(begin), begin.length > 0]).toEqual([200, true, true]);
  });

  test.each(["gzip", "deflate", "br", "br, gzip"])("what is no %s is a failure", async (coding) => {
    answer = closing(`HTTP/1.1 200 OK\nContent-Encoding: ${coding}`, "Xno such thing at all");
    // Node's `fetch` does not tell.
    expect(await received({ options: { timeout: 1 } })).toMatch(
      /^(The connection failed \(.+\)|No complete .+)\.$/,
    );
  });

  test("more than five are a failure", async () => {
    answer = closing(`HTTP/1.1 200 OK\nContent-Encoding: ${"gzip,".repeat(5)}gzip`, gzipSync(text));
    expect(await received()).toBe("The connection failed.");
  });

  test("a short body that becomes a long one is a failure", async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    expect(bomb.byteLength).toBeLessThan(20_000);
    answer = closing("HTTP/1.1 200 OK\nContent-Encoding: gzip", bomb);
    await withEnv({ FLOW_MAX_UPSTREAM_BYTES: "1000000" }, async () => {
      expect(await received()).toBe("The response exceeds 1000000 bytes.");
    });
  });
});

describe("Responses without content", () => {
  test.each([204, 205, 304])("%d has none, whatever comes", async (status) => {
    answer = closing(`HTTP/1.1 ${status} X\nContent-Encoding: gzip\nContent-Length: 3`, "abc");
    expect(await received()).toEqual([status, ""]);
  });

  test("that of HEAD, whatever its length", async () => {
    answer = closing("HTTP/1.1 200 OK\nContent-Length: 5000000000\nContent-Encoding: gzip");
    expect(await received({ method: "HEAD" })).toEqual([200, ""]);
  });

  test("interim responses are left out", async () => {
    answer = closing(
      "HTTP/1.1 103 Early Hints\nLink: </a>\n\nHTTP/1.1 102 Processing\n\nHTTP/1.1 200 OK\nContent-Length: 2",
      "ok",
    );
    expect(await received()).toEqual([200, "ok"]);
  });
});

describe("Heads", () => {
  test("fields are in the order of their names, and equal ones are joined", async () => {
    answer = closing(
      "HTTP/1.1 200 OK\nX-B: 1\nset-COOKIE: a=1\nX-A:  \xe4\nx-b: 2\nSet-Cookie: b=2\nX-Empty:\n__proto__: p",
    );
    const found = await fields();
    expect(found).toEqual({
      ...JSON.parse('{ "__proto__": "p" }'),
      connection: "close",
      "set-cookie": ["a=1", "b=2"],
      "x-a": "ä",
      "x-b": "1, 2",
      "x-empty": "",
    });
    expect(Object.keys(found as object)).toEqual([
      "__proto__",
      "connection",
      "set-cookie",
      "x-a",
      "x-b",
      "x-empty",
    ]);
  });

  test.each<[string, string]>([
    ["a character that no value can have", "HTTP/1.1 200 OK\nX-A: a\x01b"],
    ["a line that is no field", "HTTP/1.1 200 OK\nnonsense"],
    ["no status", "HTTP/1.1 OK"],
    ["another protocol", "SSH-2.0-OpenSSH_9.6"],
    ["two lengths", "HTTP/1.1 200 OK\nContent-Length: 1\nContent-Length: 2"],
    ["a length and chunks", "HTTP/1.1 200 OK\nContent-Length: 1\nTransfer-Encoding: chunked"],
    ["a status that asks for a body", "HTTP/1.1 100 Continue"],
    ["another protocol to go on with", "HTTP/1.1 101 Switching Protocols\nUpgrade: x"],
    ["far too much", `HTTP/1.1 200 OK\n${"X-A: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n".repeat(2000)}`],
    ["credentials that a proxy wants", "HTTP/1.1 407 Proxy\nContent-Length: 1"],
  ])("%s is a failure", async (_, head) => {
    answer = closing(head, "a");
    expect(await received()).toMatch(/^The connection failed/);
  });

  test.each([600, 999])("the status %d is passed on as it is", async (status) => {
    answer = closing(`HTTP/1.1 ${status} X\nContent-Length: 1`, "a");
    expect(await received()).toEqual([status, "a"]);
  });
});

describe("Bodies", () => {
  test.each<[string, string, string]>([
    ["shorter than announced", "Content-Length: 10", "abc"],
    ["without the last chunk", "Transfer-Encoding: chunked", "3\r\nabc\r\n"],
    ["with a chunk that is none", "Transfer-Encoding: chunked", "zz\r\nabc\r\n0\r\n\r\n"],
  ])("a body %s is a failure", async (_, field, bytes) => {
    answer = closing("HTTP/1.1 200 OK", bytes, field);
    expect(await received()).toMatch(/^The connection failed/);
  });

  test("a body without a length ends with the connection", async () => {
    answer = closing("HTTP/1.1 200 OK", "all of it");
    expect(await received()).toEqual([200, "all of it"]);
  });

  test("a body in many pieces, with trailers", async () => {
    answer = (socket) => {
      socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
      const pieces = [..."abcdef"].map((letter) => `1\r\n${letter}\r\n`);
      const next = (): void => {
        const piece = pieces.shift();
        socket.write(piece ?? "0\r\nX-Trailer: 1\r\n\r\n");
        if (piece !== undefined) setTimeout(next, 3);
      };
      next();
    };
    expect(await received()).toEqual([200, "abcdef"]);
  });

  test("the limit counts bytes, not the field", async () => {
    answer = closing("HTTP/1.1 200 OK", "x".repeat(1001));
    await withEnv({ FLOW_MAX_UPSTREAM_BYTES: "1000" }, async () => {
      expect(await received()).toBe("The response exceeds 1000 bytes.");
    });
    answer = closing("HTTP/1.1 200 OK", "x".repeat(1000));
    await withEnv({ FLOW_MAX_UPSTREAM_BYTES: "1000" }, async () => {
      expect(await received()).toEqual([200, "x".repeat(1000)]);
    });
  });
});
