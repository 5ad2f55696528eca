/** The output of `server.js` to standard error, and what becomes of it where nobody takes it. */
import { Writable } from "node:stream";
import { describe, expect, test, vi } from "vitest";
import { StreamLog } from "../../runtime/server/node/stream-log.js";
import { apiFiles } from "../support/samples.js";
import { built, served } from "../support/served.js";
import { onFreePort, type RunningProcess, run } from "../support/servers.js";

const app = apiFiles({ "/x": "<echo>x</echo>" });

/** The events of requests for `/t/x`. */
const eventsOf = (server: RunningProcess) => server.events().filter(({ path }) => path === "/t/x");

const askTimes = async (server: RunningProcess, count: number): Promise<void> => {
  const statuses = await Promise.all(
    Array.from({ length: count }, async () => (await fetch(`${server.url}/t/x`)).status),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
};

/** A shell that runs the server with its standard error redirected. */
const redirected = (to: string): readonly [string, ...string[]] => [
  "bash",
  "-c",
  `exec "$0" server.js 2> ${to}`,
  process.execPath,
];

test("one line of JSON for each request, also when many come at once", async () => {
  const server = await served(app);
  await askTimes(server, 50);
  await vi.waitFor(() => expect(eventsOf(server)).toHaveLength(50));
  expect(eventsOf(server)[0]).toMatchObject({ type: "engine_access", status: 200, flow: "0.xml" });
});

test("nothing is lost when the process is asked to end", async () => {
  const server = await served(app);
  await askTimes(server, 20);
  expect(await server.end()).toBe(0);
  expect(eventsOf(server)).toHaveLength(20);
});

describe.concurrent.each([
  ["one process", {}],
  ["two workers", { FLOW_WORKERS: "2" }],
])("%s", (_, env: Readonly<Record<string, string>>) => {
  test.each([
    ["is full", "/dev/full", 3],
    ["was closed by its reader", ">(exec true)", 3],
    // More than the pipe takes.
    ["is read by nobody", ">(exec sleep 20 >/dev/null 2>&1)", 10],
  ])("requests are answered where standard error %s", async (_, to, rounds) => {
    // It cannot say where it listens.
    const out = await built(app);
    const server = await onFreePort((port) =>
      run(out, { HOST: "127.0.0.1", PORT: String(port), ...env }, port, redirected(to)),
    );
    for (let round = 0; round < rounds; round++) await askTimes(server, 40);
    expect(await server.end()).toBe(0);
  });
});
describe("a log that nobody reads", () => {
  /** A stream that takes nothing until it is released. */
  class Blocked extends Writable {
    text = "";
    #done: (() => void) | undefined;
    override _write(chunk: Buffer, _encoding: string, done: () => void): void {
      this.text += chunk.toString();
      this.#done = done;
    }
    release(): void {
      const done = this.#done;
      this.#done = undefined;
      done?.();
    }
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  test("takes no more than 4 MiB, and says how many events were lost", async () => {
    const stream = new Blocked();
    const log = new StreamLog(stream);
    const line = "x".repeat(1024 * 1024);
    for (let count = 0; count < 10; count++) {
      log.write(line);
      await turn();
    }
    expect(stream.writableLength).toBeLessThan(5 * 1024 * 1024 + 100);
    for (let count = 0; count < 10; count++) {
      stream.release();
      await turn();
    }
    log.write("again");
    await turn();
    const [alert = "", last] = stream.text.split("\n").slice(-3);
    const lost = 10 - (stream.text.match(/^x+$/gm)?.length ?? 0);
    expect(lost).toBeGreaterThan(0);
    expect(JSON.parse(alert)).toMatchObject({
      type: "engine_alert",
      topic: "log",
      message: `${lost} events were lost, because nobody read the log.`,
    });
    expect(last).toBe("again");
  });

  test("says when it ends how many were lost, also those of a stream that failed meanwhile", async () => {
    let text = "";
    let writes = 0;
    const stream = Object.assign(new Writable(), {
      write(written: string, done: (error?: Error) => void) {
        writes++;
        if (writes === 1) throw new Error("no");
        if (writes > 2) text += written;
        done(writes === 2 ? new Error("no") : undefined);
        return true;
      },
    });
    const log = new StreamLog(stream);
    for (let turns = 0; turns < 3; turns++) {
      for (let count = 0; count < 5_000; count++) log.write("x");
      await turn();
    }
    await new Promise<void>((resolve) => log.drain(resolve));
    const told = [...text.matchAll(/"message":"(\d+) events were lost/g)].map(([, count]) => Number(count));
    const read = text.match(/^x$/gm)?.length ?? 0;
    expect(told.reduce((sum, count) => sum + count, read)).toBe(15_000);
    expect(told.length).toBeGreaterThan(0);
  });

  test("does not keep the process from ending", async () => {
    const log = new StreamLog(new Blocked());
    log.write("x");
    await new Promise<void>((resolve) => log.drain(resolve));
  });
});
