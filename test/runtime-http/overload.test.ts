/** Load beyond what the process bears: refused early, and told in the log. */
import type { Socket } from "node:net";
import { afterAll, expect, test, vi } from "vitest";
import { answer, open, sendRaw } from "../support/raw.js";
import { apiFiles } from "../support/samples.js";
import { served } from "../support/served.js";
import { reply, upstream } from "../support/servers.js";

const app = apiFiles({
  "/waits": `<request>{ "url": {{ $env/UPSTREAM }} }</request>`,
  "/fast": "<echo>fast</echo>",
});
let release: () => void = () => {};

/** How many requests have come to the upstream. */
let asked = 0;
const system = await upstream((_, response) => {
  asked++;
  const before = release;
  release = () => {
    before();
    reply(response, 200, "done");
  };
});
afterAll(() => system.stop());

const get = (path: string) => `GET /t${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

/** Sends requests on connections of their own, until the upstream has them. */
const occupy = async (url: string, count: number): Promise<readonly Socket[]> => {
  const sockets = await Promise.all(Array.from({ length: count }, () => open(url)));
  for (const socket of sockets) socket.write(get("/waits"));
  return sockets;
};

test("requests beyond FLOW_MAX_REQUESTS: 503, and others again as soon as one has ended", async () => {
  const server = await served(app, { FLOW_MAX_REQUESTS: "3", UPSTREAM: system.url });
  const busy = await occupy(server.url, 3);
  await vi.waitFor(async () => expect((await sendRaw(server.url, get("/fast"))).status).toBe(503));

  const { headers, body } = await sendRaw(server.url, get("/fast"));
  expect([headers.get("retry-after"), headers.get("connection")]).toEqual(["1", "keep-alive"]);
  const { error } = JSON.parse(body) as { error: { requestID: string } };
  expect(error).toEqual({
    message: "Limit Exceeded",
    status: 503,
    requestID: expect.stringMatching(/^[0-9a-f-]{36}$/),
    info: ["There are too many requests now."],
    code: 5002,
  });
  await vi.waitFor(() =>
    expect(server.log()).toContain(`"requestID":"${error.requestID}","url":"http://a/t/fast"`),
  );

  // A body is not asked for, and one that is sent does no harm.
  const post = "POST /t/fast HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\n";
  const expecting = await sendRaw(server.url, `${post}Expect: 100-continue\r\n\r\n`);
  expect([expecting.status, expecting.headers.get("connection")]).toEqual([503, "close"]);
  expect((await sendRaw(server.url, `${post}\r\n${"x".repeat(300_000)}`)).status).toBe(503);

  // On the same connection, as soon as there is room.
  const waiting = await open(server.url);
  const refused = answer(waiting);
  waiting.write(get("/fast"));
  expect((await refused).status).toBe(503);
  busy[0]?.destroy();
  await vi.waitFor(async () => {
    const answered = answer(waiting);
    waiting.write(get("/fast"));
    expect((await answered).body).toBe("fast");
  });

  const [second] = busy.slice(1);
  if (second === undefined) throw new Error("There are three.");
  const answered = answer(second);
  release();
  expect((await answered).body).toBe("done");
  for (const socket of [...busy, waiting]) socket.destroy();
  expect(await server.end()).toBe(0);
});

test("an upstream that hangs leaves room for requests that do not need it", async () => {
  const server = await served(app, { FLOW_MAX_REQUESTS: "4", UPSTREAM: system.url });
  asked = 0;
  const busy = await occupy(server.url, 3);
  await vi.waitFor(() => expect(asked).toBe(3));
  const { status, body } = await sendRaw(server.url, get("/waits"));
  const { error } = JSON.parse(body) as { error: object };
  expect([status, error]).toMatchObject([
    503,
    { code: 3201, info: ["Too many requests wait for the server now."] },
  ]);
  expect((await sendRaw(server.url, get("/fast"))).body).toBe("fast");
  expect(asked).toBe(3);
  busy[0]?.destroy();
  await vi.waitFor(async () => expect(server.log()).toContain('"status":499'));
  const [next] = await occupy(server.url, 1);
  await vi.waitFor(() => expect(asked).toBe(4));
  for (const socket of [...busy, next]) socket?.destroy();
  expect(await server.end()).toBe(0);
});

test("requests that wait in line on one connection count, and are forgotten when it closes", async () => {
  const server = await served(app, { FLOW_MAX_REQUESTS: "3", UPSTREAM: system.url });
  for (let round = 0; round < 5; round++) {
    const socket = await open(server.url);
    socket.write(get("/waits") + get("/fast") + get("/fast"));
    await vi.waitFor(async () => expect((await sendRaw(server.url, get("/fast"))).status).toBe(503));
    socket.destroy();
    await vi.waitFor(async () => {
      const three = await Promise.all([1, 2, 3].map(() => sendRaw(server.url, get("/fast"))));
      expect(three.map(({ status }) => status)).toEqual([200, 200, 200]);
    });
  }
});

test("connections beyond FLOW_MAX_CONNECTIONS are closed, which is logged once a second", async () => {
  const server = await served(app, { FLOW_MAX_CONNECTIONS: "5", UPSTREAM: system.url });
  const before = asked;
  const open5 = await occupy(server.url, 5);
  await vi.waitFor(() => expect(asked).toBe(before + 5));
  for (let count = 0; count < 10; count++) expect((await sendRaw(server.url, get("/fast"))).status).toBe(0);
  await vi.waitFor(
    () => expect(server.log()).toMatch(/"topic":"limit","message":"\d+ connections were refused, /),
    { timeout: 3000 },
  );
  expect(server.log().match(/connections were refused/g)?.length).toBeLessThan(4);
  open5[0]?.destroy();
  await vi.waitFor(async () => expect((await sendRaw(server.url, get("/fast"))).body).toBe("fast"));
  for (const socket of open5) socket.destroy();
});
