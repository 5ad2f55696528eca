/** How much of bodies a process holds at once, and that all of it is given back. */
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { answer, open, sendRaw } from "../support/raw.js";
import { apiFiles } from "../support/samples.js";
import { served } from "../support/served.js";
import { type RunningProcess, reply, upstream } from "../support/servers.js";

const app = apiFiles(
  {
    "/size": `<eval out="$n">count($body/json/value)</eval><request>{ "url": {{ concat($env/UPSTREAM, "/wait") }} }</request><template>{{ $n }}</template>`,
    "/length": "<template>{{ string-length($body) }}</template>",
    "/error": `<error if="$body">{ "message": "no" }</error>`,
    "/get": `<request>{ "url": {{ $env/UPSTREAM }} }</request><template>{{ string-length(body("main")) }}</template>`,
    "/two": `<requests>{ "a": { "url": {{ $env/UPSTREAM }} }, "b": { "url": {{ $env/UPSTREAM }} } }</requests><template>[ {{ $upstream/a/status }}, {{ $upstream/b/status }} ]</template>`,
    "/wait": `<eval out="$b">$body</eval><request>{ "url": {{ concat($env/UPSTREAM, "/wait") }} }</request>`,
    "/pass": `<eval out="$b">$body</eval><proxy-request>{ "url": {{ concat($env/UPSTREAM, "/long") }} }</proxy-request>`,
  },
  { error: "<template>{{ $error }}</template>" },
);

const system = await upstream((request, response) => {
  if (request.url === "/wait") setTimeout(reply, 300, response, 200, "x");
  else reply(response, 200, "x".repeat(request.url === "/long" ? 300_000 : 60_000));
});
afterAll(() => system.stop());

const post = (path: string, length: number, body = "x".repeat(length), type = "text/plain") =>
  `POST /t${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${body}`;

/** Waits until there is room for a body of so many bytes. */
const hasRoom = async (server: RunningProcess, length: number): Promise<void> =>
  vi.waitFor(async () => expect((await sendRaw(server.url, post("/length", length))).status).toBe(200), {
    timeout: 5000,
  });

const limitDocument = {
  error: {
    message: "Limit Exceeded",
    status: 503,
    requestID: expect.stringMatching(/^[0-9a-f-]{36}$/),
    info: ["There is no room for the request body now."],
    code: 5002,
  },
};

describe("of clients", () => {
  const room = 200_000;
  let server: RunningProcess;
  beforeAll(async () => {
    server = await served(app, { FLOW_MAX_BODIES_BYTES: String(room), UPSTREAM: system.url });
  });

  test("a body that never has room is too large", async () => {
    expect((await sendRaw(server.url, post("/length", room))).status).toBe(200);
    expect((await sendRaw(server.url, post("/length", room + 1))).status).toBe(413);
  });

  test("one that has none now is refused before it is read, and another request is served", async () => {
    const first = await open(server.url);
    first.write(post("/length", room, "x".repeat(150_000)));
    await vi.waitFor(async () => {
      const { status, headers, body } = await sendRaw(server.url, post("/length", 100_000, ""));
      expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
      expect(JSON.parse(body)).toEqual({ ...limitDocument.error, code: 5002 });
    });
    expect((await sendRaw(server.url, post("/length", 10_000))).status).toBe(200);
    const answered = answer(first);
    first.write("x".repeat(50_000));
    expect((await answered).status).toBe(200);
    first.destroy();
    await hasRoom(server, room);
  });

  test("one in chunks is refused where the room ends", async () => {
    const first = await open(server.url);
    first.write(post("/length", 180_000, "x".repeat(150_000)));
    const chunk = `7530\r\n${"x".repeat(30_000)}\r\n`;
    await vi.waitFor(async () => {
      const head = "POST /t/length HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
      expect((await sendRaw(server.url, `${head}${chunk}${chunk}0\r\n\r\n`)).status).toBe(503);
    });
    first.destroy();
    await hasRoom(server, room);
  });

  test("a length that is announced alone takes no room", async () => {
    const idle = await Promise.all(Array.from({ length: 20 }, () => open(server.url)));
    for (const socket of idle) socket.write(post("/length", room, "x"));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await hasRoom(server, room - 20);
    for (const socket of idle) socket.destroy();
  });

  test("nothing is left of 1,000 requests that end in all ways", async () => {
    const kinds: readonly ((socket: Awaited<ReturnType<typeof open>>) => unknown)[] = [
      (socket) => socket.write(post("/length", 5000, "x".repeat(1000))), // the body breaks off
      (socket) => socket.write(post("/length", 100_000, "x".repeat(70_000))),
      (socket) => {
        socket.write(post("/length", 50));
        return answer(socket);
      },
      (socket) => {
        socket.write(post("/error", 50));
        return answer(socket);
      },
      (socket) => socket.write(post("/wait", 500)), // gone while the flow waits
      (socket) => socket.write(post("/wait", 500) + post("/length", 500) + post("/length", 500)),
      (socket) => {
        socket.write(post("/pass", 500)); // gone in the middle of a stream
        return once(socket, "data");
      },
      (socket) => {
        socket.write(post("/length", 50).replace("POST", "HEAD"));
        return once(socket, "data");
      },
      (socket) =>
        void socket.write(post("/length", 50).replace("Content-Length: 50", "Transfer-Encoding: chunked")),
      (socket) => {
        socket.write(post("/length", room + 1, ""));
        return answer(socket);
      },
    ];
    for (let round = 0; round < 50; round++) {
      await Promise.all(
        [...kinds, ...kinds].map(async (send) => {
          const socket = await open(server.url);
          await send(socket);
          await new Promise((resolve) => setTimeout(resolve, 5));
          socket.destroy();
        }),
      );
    }
    await hasRoom(server, room);
  });
});

describe("of upstreams", () => {
  test("a response without room fails, and the next request has it again", async () => {
    const server = await served(app, { FLOW_MAX_UPSTREAM_BODIES_BYTES: "100000", UPSTREAM: system.url });
    const ask = async (path: string) =>
      JSON.parse((await sendRaw(server.url, `GET /t${path} HTTP/1.1\r\nHost: a\r\n\r\n`)).body) as unknown;
    for (let round = 0; round < 5; round++) {
      const statuses = (await ask("/two")) as number[];
      expect(statuses.sort()).toEqual([200, 502]);
      expect(await ask("/get")).toBe(60_000);
    }
    expect(server.log()).toContain("There is no room for the response now.");
  });

  test("a response that never has room is too large", async () => {
    const server = await served(app, { FLOW_MAX_UPSTREAM_BODIES_BYTES: "50000", UPSTREAM: system.url });
    await sendRaw(server.url, "GET /t/get HTTP/1.1\r\nHost: a\r\n\r\n");
    await vi.waitFor(() => expect(server.log()).toContain("The response exceeds 50000 bytes."));
  });
});

test("a server with a small heap survives bodies that would fill it many times", async () => {
  const server = await served(app, { UPSTREAM: system.url }, (out) => [
    process.execPath,
    "--max-old-space-size=128",
    join(out, "server.js"),
  ]);
  const length = 3_000_000; // takes some 70 MB when parsed, as long as the flow waits
  const body = `[${"{},".repeat(length / 3 - 1)}{}]`;
  const attack = post("/size", body.length, body, "application/json");
  const statuses = await Promise.all(
    Array.from({ length: 12 }, async () => (await sendRaw(server.url, attack)).status),
  );
  expect(statuses).toHaveLength(12);
  expect(statuses).toContain(200);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  expect((await sendRaw(server.url, post("/length", 10))).status).toBe(200);
  expect(await server.end()).toBe(0);
});
