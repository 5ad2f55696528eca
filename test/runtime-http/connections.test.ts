/** The connections of Node's way to upstream systems: kept, bounded, and given up by the other side. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  at,
  type JsonObject,
  type JsonValue,
  json,
  request,
  requests,
  respond,
} from "../../runtime/index.js";
import { send } from "../support/client.js";
import { appOf, withEnv } from "./support.js";

type Answer = (socket: Socket, count: number) => void;

let server: Server;
let port = 0;
/** The server's handler of requests. It gets to know how many came before on the connection. */
let answer: Answer;
const open = new Set<Socket>();
let opened = 0;
let methods: string[] = [];
let heads: string[] = [];

beforeAll(async () => {
  server = createServer((socket) => {
    open.add(socket);
    if (!isLate(socket)) opened++;
    let count = 0;
    socket.on("error", () => {}).on("close", () => open.delete(socket));
    socket.setEncoding("latin1").on("data", (text: string) => {
      methods.push(text.slice(0, text.indexOf(" ")));
      heads.push(text);
      answer(socket, count++);
    });
  }).listen(0);
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
  for (const socket of open) socket.destroy();
});
beforeEach(() => {
  host++;
  opened = 0;
  methods = [];
  heads = [];
  answer = ok;
});

const ok: Answer = (socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");

/** Each test has an address of its own, since connections are kept. */
let host = 0;
/** A connection may still come about where a request was aborted. */
const isLate = ({ localAddress }: Socket): boolean =>
  /^(?:::ffff:)?127\.0\.5\./.test(localAddress ?? "") && !localAddress?.endsWith(`.${host}`);
const url = (address = `127.0.5.${host}`): string => `http://${address}:${port}/`;

const patience = { timeout: 20_000 };

/** The status, or why the request failed. */
const ask = async (config: JsonObject = {}): Promise<JsonValue> => {
  const app = appOf(async ($) => {
    await request($, "up", { url: url(), ...config });
    const { up } = json($.upstream) as { up: JsonObject };
    respond(
      $,
      up.error === undefined ? (up.status ?? null) : json(at($.upstream, "up", "error", "info", "value")),
    );
  });
  const result = (await send(app, { path: "/api/x" })).json() as JsonValue;
  await new Promise((resolve) => setTimeout(resolve, 2)); // the connection is free a moment later
  return result;
};

const askAll = async (configs: readonly JsonObject[]): Promise<JsonValue> => {
  const all = Object.fromEntries(configs.map((config, index) => [`r${index}`, config]));
  const app = appOf(async ($) => {
    await requests($, all);
    respond(
      $,
      Object.values(json($.upstream) as Record<string, JsonObject>).map(({ status }) => status ?? null),
    );
  });
  return (await send(app, { path: "/api/x" })).json() as JsonValue;
};

describe("A connection", () => {
  test("is used again", async () => {
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 200]);
    expect(opened).toBe(1);
  });

  test("that the server is about to close is not", async () => {
    answer = (socket) =>
      socket.write("HTTP/1.1 200 OK\r\nKeep-Alive: timeout=1\r\nContent-Length: 2\r\n\r\nok");
    expect([await ask(), await ask()]).toEqual([200, 200]);
    expect(opened).toBe(2);
  });
});

describe("An old connection", () => {
  const age = 300_000;
  afterEach(() => vi.useRealTimers());

  test("is not used again, as long as it may be busy: a new one asks anew where the server is", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const seen: number[] = [];
    for (const step of [0, 0.7 * age, 0.35 * age, 0, 0.7 * age]) {
      vi.advanceTimersByTime(step);
      await ask();
      seen.push(opened);
    }
    // The request that comes after its time is the last one over it.
    expect(seen).toEqual([1, 1, 1, 2, 2]);
  });

  test("ends by the setting, and where nothing is sent over it, too", async () => {
    await withEnv({ FLOW_UPSTREAM_CONNECTION_AGE: "1" }, async () => {
      await ask();
      const own = () => [...open].filter((socket) => !isLate(socket));
      expect(own()).toHaveLength(1);
      await vi.waitFor(() => expect(own()).toEqual([]), { timeout: 3000, interval: 20 });
      await ask();
      expect(opened).toBe(2);
    });
  });
});

describe("A connection that the server closes instead of answering", () => {
  const onSecond =
    (close: Answer): Answer =>
    (socket, count) =>
      count === 0 ? ok(socket, count) : close(socket, count);
  const closes: readonly [string, Answer][] = [
    ["an end", onSecond((socket) => socket.end())],
    ["a reset", onSecond((socket) => socket.resetAndDestroy())],
  ];

  describe.each(closes)("by %s", (_, close) => {
    test.each(["GET", "HEAD", "OPTIONS", "PUT", "DELETE"])(
      "%s without a body is sent once more, on a new connection",
      async (method) => {
        answer = close;
        expect([await ask(), await ask({ method })]).toEqual([200, 200]);
        expect([methods, opened]).toEqual([["GET", method, method], 2]);
      },
    );

    test.each(["PUT", "DELETE"])("%s with a body is sent once more", async (method) => {
      answer = close;
      expect([await ask(), await ask({ method, body: { value: "x" } })]).toEqual([200, 200]);
      expect([methods, opened]).toEqual([["GET", method, method], 2]);
    });

    test.each<JsonObject>([
      { method: "POST" },
      { method: "PATCH" },
      { method: "POST", body: { value: "x" } },
      { method: "PATCH", body: { value: "x" } },
    ])("%j is not", async (config) => {
      answer = close;
      expect([await ask(), await ask(config)]).toEqual([
        200,
        expect.stringMatching(/^The connection failed/),
      ]);
      expect([methods, opened]).toEqual([["GET", config.method], 1]);
    });
  });

  test("that is new fails the request", async () => {
    answer = (socket) => socket.destroy();
    expect(await ask()).toMatch(/^The connection failed/);
    expect(methods).toEqual(["GET"]);
  });

  test("for the second time fails the request", async () => {
    answer = (socket, count) => (count === 0 && methods.length === 1 ? ok(socket, count) : socket.destroy());
    expect([await ask(), await ask()]).toEqual([200, expect.stringMatching(/^The connection failed/)]);
    expect([methods, opened]).toEqual([["GET", "GET", "GET"], 2]);
  });

  test("in the middle of an answer fails the request", async () => {
    answer = onSecond((socket) => socket.end("HTTP/1.1 2"));
    expect([await ask(), await ask()]).toEqual([200, expect.stringMatching(/^The connection failed/)]);
    expect(methods).toEqual(["GET", "GET"]);
  });

  test("costs no time beyond the limit", async () => {
    answer = (socket, count) =>
      count === 0 && opened === 1 ? ok(socket, count) : opened === 1 && socket.end();
    expect([await ask(), await ask({ options: { timeout: 2 } })]).toEqual([
      200,
      "No complete response within 2 s.",
    ]);
    expect(methods).toEqual(["GET", "GET", "GET"]);
  });
});

describe("The number of connections", () => {
  test("to a server is bounded: further requests wait for one", async () => {
    answer = (socket, count) => setTimeout(() => ok(socket, count), 20);
    await withEnv({ FLOW_UPSTREAM_CONNECTIONS: "2" }, async () => {
      expect(await askAll(Array.from({ length: 7 }, () => ({ url: url() })))).toEqual(
        Array.from({ length: 7 }, () => 200),
      );
    });
    expect(opened).toBe(2);
  });

  test("the time for which a request waits counts", async () => {
    answer = () => {};
    const config = { url: url(), options: { timeout: 0.3 } };
    await withEnv({ FLOW_UPSTREAM_CONNECTIONS: "1" }, async () => {
      expect(await askAll([config, config, config])).toEqual([504, 504, 504]);
    });
    answer = ok;
    expect(await ask({ url: url() })).toBe(200);
  });

  test("to all servers is bounded: those that were not used for the longest time are closed", async () => {
    answer = (socket) =>
      socket.write("HTTP/1.1 200 OK\r\nKeep-Alive: timeout=60\r\nContent-Length: 2\r\n\r\nok");
    const hosts = (net: number, count: number): JsonObject[] =>
      Array.from({ length: count }, (_, index) => ({
        url: url(`127.0.${net}.${index + 1}`),
        options: { timeout: 50 },
      }));
    await ask({ url: url("127.0.6.1") });
    await askAll(hosts(7, 255));
    await vi.waitFor(() => expect(open.size).toBe(256), patience);
    await ask({ url: url("127.0.6.1") });
    await askAll(hosts(8, 100));
    await vi.waitFor(() => expect([opened, open.size]).toEqual([356, 256]), patience);
    await ask({ url: url("127.0.6.1") });
    expect(opened).toBe(356);
    await ask({ url: url("127.0.7.1") });
    expect(opened).toBe(357);
  });
});

describe("What somebody has put in the place of the platform's own", () => {
  test("fetch is used", async () => {
    const replaced = vi
      .spyOn(globalThis, "fetch")
      .mockImplementation(async () => new Response("", { status: 201 }));
    try {
      expect(await ask()).toBe(201);
      expect(opened).toBe(0);
    } finally {
      replaced.mockRestore();
    }
  });

  test("fetch is used that goes through the proxies of the environment", async () => {
    await withEnv({ NODE_USE_ENV_PROXY: "1" }, async () => {
      expect(await ask()).toBe(200);
      expect(heads.at(-1)).toMatch(/^sec-fetch-mode: cors$/im);
    });
  });
});

test.each([22, 25, 1023, 6000])(
  "the port %d, where another protocol is spoken, is left alone",
  async (blocked) => {
    const result = await ask({ url: `http://127.0.0.1:${blocked}/`, options: { timeout: 1 } });
    expect(result).toBe(
      blocked === 1023 ? "The connection failed (ECONNREFUSED)." : "The connection failed.",
    );
  },
);
