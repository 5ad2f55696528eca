/** The option `retry`: upstream requests that are repeated. */
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { ask, flow } from "../support/samples.js";
import { deadUrl, upstream } from "../support/servers.js";
import { Faulty, type Step } from "./faulty.js";

const faulty = new Faulty();

interface Case {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly options: object;
  /** Members of the request beside its URL and options. */
  readonly request?: object;
  readonly status: number;
  readonly attempts: number;
}

const quick = { attempts: 3, wait: 0.001 };
const hanging = { "time-to-first-byte-timeout": 0.2, timeout: 20 };

const cases: readonly Case[] = [
  { name: "a number", steps: [503, 200], options: { retry: 1 }, status: 200, attempts: 2 },
  { name: "not where all is well", steps: [200], options: { retry: 3 }, status: 200, attempts: 1 },
  {
    name: "the last answer counts",
    steps: [502, 503, 504],
    options: { retry: quick },
    status: 504,
    attempts: 3,
  },
  { name: "504, too", steps: [504, 200], options: { retry: 1 }, status: 200, attempts: 2 },
  {
    name: "twice in all where nothing is said of attempts",
    steps: [503],
    options: { retry: { wait: 0.001 } },
    status: 503,
    attempts: 2,
  },
  { name: "other statuses stay", steps: [500, 200], options: { retry: quick }, status: 500, attempts: 1 },
  {
    name: "but those that it names",
    steps: [500, 200],
    options: { retry: { ...quick, on: [500] } },
    status: 200,
    attempts: 2,
  },
  {
    name: "and no others",
    steps: [503, 200],
    options: { retry: { ...quick, on: 500 } },
    status: 503,
    attempts: 1,
  },
  {
    name: "a connection that breaks",
    steps: ["cut", 200],
    options: { retry: quick, "disable-connection-reuse": true },
    status: 200,
    attempts: 2,
  },
  {
    name: "no first byte in time",
    steps: ["hang", 200],
    options: { ...hanging, retry: quick },
    status: 200,
    attempts: 2,
  },
  {
    name: "never a first byte",
    steps: ["hang"],
    options: { ...hanging, retry: quick },
    status: 504,
    attempts: 3,
  },
  {
    name: "all attempts are inside timeout",
    steps: ["hang"],
    options: { "time-to-first-byte-timeout": 0.2, timeout: 0.3, retry: { attempts: 9, wait: 0.001 } },
    status: 504,
    attempts: 2,
  },
  {
    name: "Retry-After of a second is waited for",
    steps: [{ status: 503, headers: { "retry-after": "1" } }, 200],
    options: { timeout: 20, retry: quick },
    status: 200,
    attempts: 2,
  },
  {
    name: "Retry-After beyond the time-out is not",
    steps: [{ status: 503, headers: { "retry-after": "60" } }, 200],
    options: { retry: quick },
    status: 503,
    attempts: 1,
  },
  {
    name: "nor is a date beyond it",
    steps: [{ status: 503, headers: { "retry-after": new Date(Date.now() + 3_600_000).toUTCString() } }, 200],
    options: { retry: quick },
    status: 503,
    attempts: 1,
  },
  {
    name: "a date that is over is no reason to wait",
    steps: [{ status: 503, headers: { "retry-after": new Date(0).toUTCString() } }, 200],
    options: { retry: quick },
    status: 200,
    attempts: 2,
  },
  {
    name: "PUT, with its body",
    steps: [503, 200],
    options: { retry: quick },
    request: { method: "PUT", body: { value: "x" } },
    status: 200,
    attempts: 2,
  },
  {
    name: "never a POST",
    steps: [503, 200],
    options: { retry: quick },
    request: { method: "POST", body: { value: "x" } },
    status: 503,
    attempts: 1,
  },
  {
    name: "but one with a key",
    steps: [503, 200],
    options: { retry: quick },
    request: { method: "POST", body: { value: "x" }, headers: { "Idempotency-Key": "1" } },
    status: 200,
    attempts: 2,
  },
];

const requestFlow = (url: string, { request = {}, options }: Pick<Case, "request" | "options">) =>
  `<request content="up">${JSON.stringify({ ...request, options }).replace("{", `{ "url": ${url}, `)}</request>
  <template>{ "status": {{ $upstream/up/status }}, "attempts": {{ $upstream/up/attempts }} }</template>`;

describe("retry", () => {
  test.each(cases)("$name", async (one) => {
    faulty.steps = [...one.steps];
    const started = performance.now();
    const { json, events } = await ask(await flow(requestFlow("{{ $env/FAULTY }}", one)));
    expect(json()).toEqual({ status: one.status, attempts: one.attempts });
    expect(faulty.seen).toHaveLength(one.attempts);
    expect(new Set(faulty.seen).size).toBe(1);
    const logged = events.filter(({ type }) => type === "engine_request");
    expect(logged.map(({ id }) => id)).toEqual(faulty.seen.map((_, index) => `up.${index}`));
    if (one.name.includes("waited for")) expect(performance.now() - started).toBeGreaterThan(990);
  });

  test.each([
    [0, [50, 100]],
    [1, [100, 200]],
  ])("waits are random, from half of their time to all of it: %d", async (random, waits) => {
    faulty.steps = [503];
    const app = await flow(requestFlow("{{ $env/FAULTY }}", { options: { retry: { attempts: 3 } } }));
    const timers = vi.spyOn(globalThis, "setTimeout");
    vi.spyOn(Math, "random").mockReturnValue(random);
    await ask(app);
    const delays = timers.mock.calls.map(([, delay]) => delay);
    vi.restoreAllMocks();
    expect(delays).toEqual(expect.arrayContaining(waits));
  });

  test("what is asked for behind a client's back is repeated, too", async () => {
    faulty.steps = [200, 503, 200];
    const app = await flow(
      requestFlow("{{ $env/FAULTY }}", { options: { retry: quick, "stale-while-revalidate": 300 } }),
    );
    await ask(app);
    expect((await ask(app)).json()).toEqual({ status: 200, attempts: 0 });
    await vi.waitFor(() => expect(faulty.seen).toHaveLength(3), { timeout: 10_000 });
  });

  test("the clock for the first byte ends with it, however long the body takes", async () => {
    const slow = await upstream((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write("[");
      setTimeout(() => response.end("1]"), 600);
    });
    onTestFinished(() => slow.stop());
    const options = { "time-to-first-byte-timeout": 0.3, retry: quick };
    const app = await flow(requestFlow(JSON.stringify(slow.url), { options }));
    expect((await ask(app)).json()).toEqual({ status: 200, attempts: 1 });
  });

  test("what is no HTTP is no broken connection, and stays", async () => {
    let count = 0;
    const server = createServer((socket) => {
      count++;
      socket.on("error", () => {});
      socket.end("That is no HTTP.\r\n\r\n");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const app = await flow(requestFlow(`"http://127.0.0.1:${port}/"`, { options: { retry: quick } }));
    expect((await ask(app)).json()).toEqual({ status: 502, attempts: 1 });
    expect(count).toBe(1);
  });

  test("the answers before the last one are read, so that one connection is enough", async () => {
    const sockets = new Set<unknown>();
    let count = 0;
    const counting = await upstream((request, response) => {
      sockets.add(request.socket);
      response.writeHead(++count % 3 === 0 ? 200 : 503, { "content-type": "text/plain" });
      response.end("x".repeat(20_000));
    });
    onTestFinished(() => counting.stop());
    const app = await flow(requestFlow(JSON.stringify(counting.url), { options: { retry: quick } }));
    const { json, events } = await ask(app);
    expect(json()).toEqual({ status: 200, attempts: 3 });
    expect(sockets.size).toBe(1);
    const received = events.filter(({ type }) => type === "engine_request").map(({ bytes }) => bytes);
    expect(received).toEqual([20_000, 20_000, 20_000]);
  });

  test("the log says why an attempt was followed by another one", async () => {
    faulty.steps = ["hang", 200];
    const app = await flow(requestFlow("{{ $env/FAULTY }}", { options: { ...hanging, retry: quick } }));
    const { events } = await ask(app);
    const [first] = events.filter(({ type }) => type === "engine_request");
    expect(first).toMatchObject({
      status: 0,
      curlErrorCode: 28,
      curlErrorMessage: "No first byte within 0.2 s.",
    });
  });

  test("a stream is sent once", async () => {
    faulty.steps = [503, 200];
    const app = await flow(
      `<proxy-request>{ "origin": {{ $env/FAULTY }}, "options": { "retry": 2 } }</proxy-request>`,
    );
    const { status } = await ask(app, {
      method: "PUT",
      body: "x".repeat(200_000),
      headers: { "content-type": "text/plain" },
    });
    expect([status, faulty.seen.length]).toEqual([503, 1]);
  });

  test("the time of the whole request bounds the waits, too", async () => {
    faulty.steps = [{ status: 503, headers: { "retry-after": "30" } }, 200];
    vi.stubEnv("FLOW_REQUEST_TIMEOUT", "5");
    onTestFinished(() => void vi.unstubAllEnvs());
    const app = await flow(requestFlow("{{ $env/FAULTY }}", { options: { timeout: 60, retry: quick } }));
    expect((await ask(app)).json()).toEqual({ status: 503, attempts: 1 });
  });

  test("a port where nothing listens", async () => {
    const dead = JSON.stringify(await deadUrl());
    const { json } = await ask(await flow(requestFlow(dead, { options: { retry: quick } })));
    expect(json()).toEqual({ status: 502, attempts: 3 });
  });

  test("options that come from data are checked when they are read", async () => {
    const app = await flow(
      `<request>{ "url": {{ $env/FAULTY }}, "options": { "retry": {{ $body/json }} } }</request>`,
    );
    for (const [json, message] of [
      [{ attempts: 99 }, "attempts of retry must be a number from 0 to 10"],
      [{ attempts: 1.5 }, "attempts of retry must be a number from 0 to 10"],
      [{ attempts: -1 }, "attempts of retry must be a number from 0 to 10"],
      [{ attempts: " " }, "attempts of retry must be a number from 0 to 10"],
      [{ wait: -1 }, "wait of retry must be a number from 0 to 3600"],
      [{ on: ["rain"] }, "Each on of the request option retry"],
      [{ on: 200 }, "Each on of the request option retry"],
      ["x", "retry must be a number from 0 to 9"],
    ] as const) {
      const { status, text } = await ask(app, { json });
      expect([status, text]).toEqual([502, expect.stringContaining(message)]);
    }
    faulty.steps = [503, 200];
    expect(await ask(app, { json: { attempts: "2", wait: "0.001", on: "503" } })).toMatchObject({
      status: 200,
    });
    // What is null counts as missing.
    faulty.steps = [503, 200];
    expect(await ask(app, { json: { attempts: 2, wait: null, on: null } })).toMatchObject({ status: 200 });
  });
});
