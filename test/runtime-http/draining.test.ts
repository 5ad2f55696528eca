/** The end of a process whose clients keep their connections busy: each gets all its answers, and is told to leave. */
import { setTimeout } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { listening } from "../support/listening.js";
import { answer, open, sendRaw } from "../support/raw.js";
import { served } from "../support/served.js";
import { accepts } from "../support/servers.js";

const get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

test.each(["1", "2"])("busy connections lose no request: %s processes", async (FLOW_WORKERS) => {
  const server = await served(listening(), { FLOW_WORKERS });
  let answers = 0;
  const client = async () => {
    const socket = await open(server.url);
    for (;;) {
      const answered = answer(socket);
      socket.write(get);
      const { status, headers } = await answered;
      answers++;
      if (status !== 200) return "lost";
      if (headers.get("connection") === "close") return "told";
      await setTimeout(10);
    }
  };
  const clients = Promise.all(Array.from({ length: 20 }, client));
  await vi.waitFor(() => expect(answers).toBeGreaterThan(60), { timeout: 10_000 });
  server.signal("SIGTERM");
  expect(await clients).toEqual(Array.from({ length: 20 }, () => "told"));
  expect(await server.exited).toBe(0);
});

test.each([
  ["1", "process"],
  ["2", "process"],
  ["2", "group"],
] as const)(
  "connections that wait to be taken are answered: %s processes, the %s is told",
  async (FLOW_WORKERS, whom) => {
    const server = await served(listening(), { FLOW_WORKERS });
    const sockets = await Promise.all(Array.from({ length: 100 }, () => open(server.url)));
    const answers = sockets.map((socket) => answer(socket));
    for (const socket of sockets) socket.write(get);
    await Promise.race(answers);
    server.signal("SIGTERM", whom);
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses).toEqual(sockets.map(() => 200));
    expect(await server.exited).toBe(0);
  },
);

test("the last of several requests on a connection gets an answer, and is told", async () => {
  const server = await served(listening());
  const socket = await open(server.url);
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  socket.write(get.replace("/", "/?wait=1000"));
  await sendRaw(server.url, get); // the first has come
  server.signal("SIGTERM");
  await vi.waitFor(async () => expect(await accepts(Number(new URL(server.url).port))).toBe(false));
  socket.write(get + get);
  await new Promise((resolve) => socket.once("close", resolve));
  expect(text.match(/HTTP\/1\.1 200|Connection: [a-z-]+/g)).toEqual([
    ...["HTTP/1.1 200", "Connection: keep-alive", "HTTP/1.1 200", "Connection: keep-alive"],
    ...["HTTP/1.1 200", "Connection: close"],
  ]);
  expect(await server.exited).toBe(0);
});

test.concurrent.each(["1", "2"])(
  "clients are told during FLOW_DRAIN_DELAY, too: %s processes",
  async (FLOW_WORKERS) => {
    const server = await served(listening(), { FLOW_WORKERS, FLOW_DRAIN_DELAY: "3" });
    const socket = await open(server.url);
    server.signal("SIGTERM");
    await vi.waitFor(
      async () => {
        const { status, headers } = await sendRaw(server.url, get);
        expect([status, headers.get("connection")]).toEqual([200, "close"]);
      },
      { timeout: 2_500 },
    );
    const answered = answer(socket);
    socket.write(get);
    expect((await answered).headers.get("connection")).toBe("close");
    expect(await server.exited).toBe(0);
  },
);
