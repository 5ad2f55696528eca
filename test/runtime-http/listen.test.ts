/** `listen` in a process of its own, as `server.js` uses it. */
import { type ClientRequest, request } from "node:http";
import { expect, test, vi } from "vitest";
import { listening } from "../support/listening.js";
import { open } from "../support/raw.js";
import { refused, served } from "../support/served.js";
import { accepts, upstream } from "../support/servers.js";

test("serves, says where, and ends on SIGTERM when the running request has ended", async () => {
  const server = await served(listening());
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const response = await server.get("/a?b=c", {
    method: "POST",
    body: "hi",
    headers: { "X-Up": "1" },
  });
  expect(response.headers.get("content-type")).toBe("application/json");
  const [method, headers, body, url] = (await response.json()) as unknown[];
  expect([method, body, url]).toEqual(["POST", "hi", `${server.url}/a?b=c`]);
  expect(headers).toMatchObject({ "x-up": "1", "content-length": "2" });

  const slow = server.get("/?wait=400");
  await vi.waitFor(() => expect(server.log()).toContain("waiting\n"));
  server.signal("SIGTERM");
  await vi.waitFor(async () => expect(await accepts(Number(new URL(server.url).port))).toBe(false));
  expect((await slow).status).toBe(200);
  expect(await server.exited).toBe(0);
});

test("ends on SIGINT, and at once on a second signal", async () => {
  const idle = await served(listening());
  idle.signal("SIGINT");
  expect(await idle.exited).toBe(0);

  const busy = await served(listening());
  const broken = expect(busy.get("/?wait=60000")).rejects.toThrow();
  await vi.waitFor(() => expect(busy.log()).toContain("waiting\n"));
  busy.signal("SIGTERM");
  await vi.waitFor(() => expect(busy.log()).toContain('"engine_drain"'));
  busy.signal("SIGINT");
  expect(await busy.exited).toBe(1);
  await broken;
});

test("listens on all addresses unless HOST says otherwise", async () => {
  const server = await served(listening(), { HOST: undefined });
  const { hostname, port } = new URL(server.url);
  expect(hostname).toBe("localhost"); // what a person can click at
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  expect(await server.end()).toBe(0);
});

test("an address that is taken is refused", async () => {
  const taken = await upstream(() => {});
  const { port } = new URL(taken.url);
  expect(await refused(listening(), { PORT: port })).toMatchObject({
    code: 1,
    problems: [expect.stringMatching(new RegExp(`^cannot listen on 127\\.0\\.0\\.1:${port}: .*EADDRINUSE`))],
  });
  await taken.stop();
});

test("no literal of a flow makes old objects, and bodies that are passed on do not collect them", async () => {
  const tellFlags = `import { syncBuiltinESMExports } from "node:module"; import v8 from "node:v8";
    v8.setFlagsFromString = (flag) => console.error("V8 has", flag); syncBuiltinESMExports();`;
  const preload = `data:text/javascript,${encodeURIComponent(tellFlags)}`;
  const server = await served(listening(), { NODE_OPTIONS: `--import ${preload}` });
  const flags = "--no-allocation-site-pretenuring --heap-growing-percent=300";
  await vi.waitFor(() => expect(server.log()).toContain(`V8 has ${flags}\n`));
  await server.end();
});

test("a text goes out with its head: in single bytes, as UTF-8, after fields in Latin-1, and in its turn", async () => {
  const server = await served(listening());
  const socket = (await open(server.url)).setEncoding("latin1");
  let received = "";
  socket.on("data", (bytes: string) => {
    received += bytes;
  });
  const targets = ["/?wait=100&n=1", "/?n=2", "/?n=%C3%A9", "/?n=%C3%A9&field=%C3%A9", "/?field=%C3%A9"];
  const ownOf = (target: string): string => (target.includes("n=%C3%A9") ? "é" : "e");
  const sent = targets.map((target) => {
    const own = ownOf(target);
    return `POST ${target} HTTP/1.1\r\nHost: a\r\nContent-Length: ${Buffer.byteLength(own)}\r\n\r\n${own}`;
  });
  socket.write(sent.join(""));
  await vi.waitFor(() => expect(received).toContain("/?field=%C3%A9"));
  const answers = received.split("HTTP/1.1 200 OK\r\n").slice(1);
  for (const answer of answers.slice(3)) expect(answer).toContain("x-field: \xe9\r\n"); // a byte, whatever the text has
  const bodies = answers.map((answer) =>
    Buffer.from(answer.slice(answer.indexOf("\r\n\r\n") + 4), "latin1").toString(),
  );
  expect(bodies.map((body) => (JSON.parse(body) as unknown[]).slice(2, 4))).toEqual(
    targets.map((target) => [ownOf(target), `http://a${target}`]),
  );
  const lengths = answers.map((answer) => Number(/content-length: (\d+)/.exec(answer)?.[1]));
  expect(lengths).toEqual(bodies.map((body) => Buffer.byteLength(body)));
  socket.destroy();
  await server.end();
});

test("what is logged is written, also where an error that nobody catches ends the process", async () => {
  const server = await served(listening());
  await server.get("/?crash=yes").catch(() => {});
  expect(await server.exited).not.toBe(0);
  expect(server.log()).toContain('"path":"/?crash=yes"');
});

test("hostile requests over the wire do not harm it", async () => {
  const server = await served(listening(), { FLOW_MAX_BODY_BYTES: "1000" });
  const send = (configure: (sent: ClientRequest) => void, options: object): Promise<number> =>
    new Promise((resolve, reject) => {
      const sent = request(server.url, options, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on("error", reject);
      configure(sent);
    });
  const chunked = (sent: ClientRequest) => {
    sent.write("x".repeat(600));
    sent.end("x".repeat(600));
  };
  expect(await send((sent) => sent.end(), { path: "/%zz/%ff?%=%zz&__proto__=1" })).toBe(200);
  expect(await send(chunked, { method: "POST", path: "/" })).toBe(413);
  expect(await send((sent) => sent.end("x".repeat(1001)), { method: "POST", path: "/" })).toBe(413);
  expect(await send((sent) => sent.end("x".repeat(1000)), { method: "POST", path: "/" })).toBe(200);
  expect(await send((sent) => sent.end(), { method: "HEAD", path: "/" })).toBe(200);
  expect(await server.end()).toBe(0);
});
