/** `FLOW_ADMIN_PORT` and `FLOW_DRAIN_DELAY`: real processes, real probes, real signals. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { scratchDirectory } from "../support/compile.js";
import { askPids, listening } from "../support/listening.js";
import { fixture, flowc, repository } from "../support/project.js";
import { answer, open } from "../support/raw.js";
import { type App, built, refused, served } from "../support/served.js";
import { type Env, type RunningProcess, upstream } from "../support/servers.js";

const start = (env: Env = {}, app: App = listening()) => served(app, { FLOW_ADMIN_PORT: "0", ...env });

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Status and body, or `refused`. */
const probe = (url: string, init: RequestInit = {}) =>
  fetch(url, init).then(
    async (response) => `${response.status} ${await response.text()}`,
    () => "refused",
  );

/** Sends requests one after the other, each on a connection of its own, until the server takes no more. */
async function load(
  server: RunningProcess,
): Promise<{ readonly answers: readonly string[]; readonly last: number }> {
  const answers: string[] = [];
  for (;;) {
    const answer = await probe(`${server.url}/`, { headers: { connection: "close" } });
    if (answer === "refused") return { answers, last: performance.now() };
    answers.push(answer.slice(0, 3));
  }
}

describe.concurrent("the pages", () => {
  test("say that it lives, that it is ready, and what it is", async () => {
    const { admin, url } = await start();
    expect(admin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(admin).not.toBe(url);
    expect(await probe(`${admin}/healthz`)).toBe("200 alive\n");
    expect(await probe(`${admin}/readyz?verbose`)).toBe("200 ready\n");
    const response = await fetch(`${admin}/info`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/json",
      "cache-control": "no-store",
      connection: "close",
    });
    const info = (await response.json()) as Readonly<Record<string, unknown>>;
    expect(info).toEqual({
      flowc: expect.any(String),
      build: expect.stringMatching(/^[\da-f]{64}$/),
      routes: 1,
      flows: [],
      uptime: expect.any(Number),
      node: process.version,
    });
  });

  test("say that it is not ready while a system that must answer does not", async () => {
    let status = 200;
    const system = await upstream((_, outgoing) => outgoing.writeHead(status).end("x".repeat(100_000)));
    const FLOW_READY_URLS = `${system.url}/health?key=secret,${system.url}/`;
    const { admin, url } = await start({ FLOW_READY_URLS });
    const missing = `503 no answer from ${new URL(system.url).host}\n`;
    const ready = () => probe(`${admin}/readyz`);
    const becomes = (told: string) =>
      vi.waitFor(async () => expect(await ready()).toBe(told), { timeout: 5000 });
    expect(await ready()).toBe("200 ready\n");
    status = 503;
    await becomes(missing);
    status = 404;
    await becomes("200 ready\n");
    await system.stop();
    await becomes(missing);
    // Only the probe knows of it.
    expect(await probe(`${admin}/healthz`)).toBe("200 alive\n");
    expect(await probe(url)).not.toBe("refused");
  });

  test("name the build as flowc.json does", async () => {
    const out = join(scratchDirectory("admin-port-built"), "gen");
    expect(await flowc("build", fixture("petstore"), "-o", out)).toMatchObject({ code: 0 });
    const { admin } = await start({}, out);
    const { outputs } = JSON.parse(readFileSync(join(out, "flowc.json"), "utf8"));
    const { paths, info } = JSON.parse(readFileSync(join(out, "api.json"), "utf8"));
    expect(await (await fetch(`${admin}/info`)).json()).toMatchObject({
      flowc: JSON.parse(readFileSync(join(repository, "package.json"), "utf8")).version,
      build: outputs["server.js"],
      flows: expect.arrayContaining(["pet/get.xml"]),
      routes: Object.keys(paths).length,
      title: info.title,
      version: info.version,
    });
  });

  test.each([
    ['"); process.exit(3); ("', "$& \u2028`$1`\n(app);"],
    ["", "0"],
    ["", ""],
  ])("tell the title %j and the version %j as the description has them", async (title, version) => {
    const swagger = { swagger: "2.0", info: { title, version }, paths: { "/x": { "x-flow": "x.xml" } } };
    const files = {
      "swagger.yaml": JSON.stringify(swagger),
      "x.xml": "<flow><template>{}</template></flow>",
    };
    const { admin } = await start({}, built(files));
    const told = (await (await fetch(`${admin}/info`)).json()) as Readonly<Record<string, unknown>>;
    const isNamed = title !== "" || version !== "";
    expect([told.title, told.version]).toEqual(isNamed ? [title, version] : [undefined, undefined]);
  });

  test("are asked with GET and HEAD only, and there are no others", async () => {
    const { admin } = await start();
    const head = await fetch(`${admin}/healthz`, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "6", ""]);
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      const response = await fetch(`${admin}/readyz`, { method });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    }
    for (const path of ["/", "/healthz/", "/HEALTHZ", "/../info", "/__proto__", "/constructor", "/%"])
      expect(await probe(`${admin}${path}`)).toMatch(path === "/../info" ? /^200 / : /^404 not found\n$/);
  });

  test("are not on the public port, and there is no port unless it is asked for", async () => {
    const watched = await start();
    expect(await probe(`${watched.url}/healthz`)).toMatch(/^200 \["GET"/); // the app's own
    const unwatched = await start({ FLOW_ADMIN_PORT: "" });
    expect(unwatched.log()).not.toContain("admin port");
  });
});

describe.concurrent("a process does not start", () => {
  test("the port of the app", async () => {
    const { code, problems } = await refused(listening(), { PORT: "18080", FLOW_ADMIN_PORT: "18080" });
    expect([code, problems]).toEqual([2, ["FLOW_ADMIN_PORT must be another port than PORT, not 18080"]]);
  });

  test.each(["1", "2"])(
    "a port that is taken: exit code 1 of %s processes, before the app listens",
    async (FLOW_WORKERS) => {
      const taken = await upstream(() => {});
      const { port } = new URL(taken.url);
      const { code, problems } = await refused(listening(), { FLOW_WORKERS, FLOW_ADMIN_PORT: port });
      const message = new RegExp(`^cannot listen on 127\\.0\\.0\\.1:${port}: .*EADDRINUSE`);
      expect([code, problems]).toEqual([1, [expect.stringMatching(message)]]);
      await taken.stop();
    },
  );
});

describe("draining", () => {
  test.each(["1", "2"])("with FLOW_WORKERS=%s, no request fails during the delay", async (FLOW_WORKERS) => {
    const server = await start({ FLOW_WORKERS, FLOW_DRAIN_DELAY: "2" });
    // A worker that has not started yet would die of the signal.
    await askPids(server, Number(FLOW_WORKERS));
    const loads = Promise.all(Array.from({ length: 4 }, () => load(server)));
    const upload = new TransformStream<Uint8Array, Uint8Array>();
    const body = upload.writable.getWriter();
    const slow = probe(`${server.url}/`, {
      method: "POST",
      body: upload.readable,
      duplex: "half",
    } as RequestInit);
    await body.write(new Uint8Array(1));
    await sleep(300);
    expect(await probe(`${server.admin}/readyz`)).toBe("200 ready\n");
    const asked = performance.now();
    server.signal("SIGTERM", "group"); // the whole group, as systemd does
    await vi.waitFor(async () => expect(await probe(`${server.admin}/readyz`)).toBe("503 draining\n"));
    const told = performance.now();
    for (const { answers, last } of await loads) {
      expect(new Set(answers)).toEqual(new Set(["200"]));
      expect(last).toBeGreaterThan(told);
      expect(last - asked).toBeGreaterThan(1900);
    }
    // The admin port answers until the last request is answered.
    expect(await Promise.race([slow, "waiting"])).toBe("waiting");
    expect(await probe(`${server.admin}/readyz`)).toBe("503 draining\n");
    expect(await probe(`${server.admin}/healthz`)).toBe("200 alive\n");
    await body.close();
    expect(await slow).toMatch(/^200 /);
    expect(await server.exited).toBe(0);
    expect(server.log()).not.toContain('"topic":"worker"');
    expect(await probe(`${server.admin}/healthz`)).toBe("refused");
  });

  test("a second signal ends it at once, also during the delay", async () => {
    const server = await start({ FLOW_DRAIN_DELAY: "30" });
    server.signal("SIGTERM");
    await vi.waitFor(async () => expect(await probe(`${server.admin}/readyz`)).toBe("503 draining\n"));
    expect(await server.end()).toBe(1);
  });

  test("without an admin port, the delay holds as well", async () => {
    const server = await start({ FLOW_ADMIN_PORT: "", FLOW_DRAIN_DELAY: "0.5" });
    const asked = performance.now();
    server.signal("SIGTERM");
    const { answers, last } = await load(server);
    expect(new Set(answers)).toEqual(new Set(["200"]));
    expect(last - asked).toBeGreaterThan(450);
    expect(await server.exited).toBe(0);
  });
});

test("several processes are ready as long as one of them takes requests", async () => {
  const server = await start({ FLOW_WORKERS: "2" });
  const pids = await askPids(server, 2);
  expect(await probe(`${server.admin}/readyz`)).toBe("200 ready\n");
  expect(await probe(`${server.admin}/info`)).toContain('"routes":1');
  for (const pid of pids) process.kill(pid, "SIGKILL");
  await vi.waitFor(async () => expect(await probe(`${server.admin}/readyz`)).toBe("503 not serving\n"), {
    interval: 2,
  });
  expect(await probe(`${server.admin}/healthz`)).toBe("200 alive\n");
  await vi.waitFor(async () => expect(await probe(`${server.admin}/readyz`)).toBe("200 ready\n"), {
    timeout: 10_000,
  });
});

describe("an attack on the admin port", () => {
  test("connections that are held keep out no probe and no request, and end", {
    timeout: 20_000,
  }, async () => {
    const server = await start({ FLOW_MAX_CONNECTIONS: "4" });
    const sockets = await Promise.all(Array.from({ length: 500 }, () => open(server.admin)));
    for (const socket of sockets) socket.resume().write("GET /healthz HTTP/1.1\r\nx: ");
    const closed = () => sockets.filter((socket) => socket.closed).length;
    await vi.waitFor(() => expect(closed()).toBe(500 - 64), { timeout: 4000 });
    expect(await probe(`${server.admin}/healthz`)).toBe("200 alive\n");
    expect(await probe(`${server.url}/`)).toMatch(/^200 /);
    await vi.waitFor(() => expect(closed()).toBe(500), { timeout: 10_000 });
    expect(server.log()).not.toContain("engine_alert");
  });

  test("large heads, garbage, and bodies are refused", async () => {
    const server = await start();
    const info = "info HTTP/1.1\r\nhost: a\r\n";
    for (const [text, status] of [
      [`GET /healthz HTTP/1.1\r\nhost: a\r\nx: ${"x".repeat(9000)}\r\n\r\n`, 431],
      ["\u0016\u0003\u0001\r\n\r\n", 400],
      ["GET /info HTTP/1.1\r\n\r\n", 400],
      ["CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n", 0],
      [`GET /${info}\r\n`.repeat(2), 200],
      [`POST /${info}content-length: 9999999\r\n\r\n${"x".repeat(99)}`, 405],
    ] as const) {
      const socket = await open(server.admin);
      const closed = once(socket, "close");
      const answered = answer(socket);
      socket.write(text, "latin1");
      expect([text, (await answered).status]).toEqual([text, status]);
      await closed;
    }
    expect(await probe(`${server.admin}/readyz`)).toBe("200 ready\n");
  });
});
