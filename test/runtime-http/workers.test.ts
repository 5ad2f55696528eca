/** `FLOW_WORKERS`: several processes serve. Real processes, real signals. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFile, cp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { problemsOf } from "../../bin/shared/app-log.js";
import { scratchDirectory } from "../support/compile.js";
import { askPid, askPids, listening } from "../support/listening.js";
import { refused, served } from "../support/served.js";
import { type Env, onFreePort, type RunningProcess, upstream } from "../support/servers.js";

/** Starts two workers, and returns their process ids as well. */
const startTwo = async (env: Env = {}) => {
  const server = await served(listening(), { FLOW_WORKERS: "2", ...env });
  return { server, pids: await workersOf(server, 2) };
};

const workersOf = async (server: RunningProcess, count: number) =>
  (await askPids(server, count)) as unknown as readonly [number, number];

/** One that has ended counts as ended, although nobody may have asked for its exit code yet. */
const isAlive = (pid: number): boolean =>
  /^[^Z]/.test(spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).stdout);

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Sends a request that takes its time, and waits until a process has begun with it. */
async function slowRequest(server: RunningProcess, milliseconds: number) {
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  let text = "";
  socket
    .on("error", () => {})
    .on("data", (chunk) => {
      text += chunk.toString();
    });
  // On one connection: the first answer tells which process has it.
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await vi.waitFor(() => expect(text).toMatch(/\d\]$/));
  const pid = Number(/(\d+)\]$/.exec(text)?.[1]);
  socket.write(
    `POST /?wait=${milliseconds} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\nx`,
  );
  await vi.waitFor(() => expect(text).toContain("HTTP/1.1 100 Continue\r\n\r\n"));
  text = "";
  return { pid, status: once(socket, "close").then(() => Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1] ?? 0)) };
}

/** Slow requests, so that each of two workers has some. */
async function slowRequests(server: RunningProcess, pids: readonly number[], milliseconds: number) {
  const all = await Promise.all(Array.from({ length: 4 }, () => slowRequest(server, milliseconds)));
  expect(new Set(all.map(({ pid }) => pid))).toEqual(new Set(pids));
  return all;
}

const alertsOf = (server: RunningProcess) => alertsIn(server.log());

const alertsIn = (log: string): readonly string[] =>
  [...log.matchAll(/"topic":"worker","message":"([^"]*)"/g)].map(([, message]) => message as string);

describe("how many", () => {
  test.each(["0", "-1", "1.5", "x", "1001", " 2", "1e1", "AUTO"])("%j is refused", async (FLOW_WORKERS) => {
    const { code, problems } = await refused(listening(), { FLOW_WORKERS });
    const message = `FLOW_WORKERS must be auto or an integer from 1 to 1000, not ${JSON.stringify(FLOW_WORKERS)}`;
    expect([code, problems]).toEqual([2, [message]]);
  });

  test.each(["", "1"])("%j: the process serves alone", async (FLOW_WORKERS) => {
    const server = await served(listening(), { FLOW_WORKERS });
    expect(await workersOf(server, 1)).toEqual([server.pid]);
  });

  test("auto: as many as the machine has processors for", async () => {
    const server = await served(listening(), { FLOW_WORKERS: "auto" });
    expect(await workersOf(server, availableParallelism())).toHaveLength(availableParallelism());
  });

  test("3: so many processes beside the one that has the listener, which is told once", async () => {
    const server = await served(listening(), { FLOW_WORKERS: "3" });
    expect(await workersOf(server, 3)).not.toContain(server.pid);
    expect(server.log().match(/listening on/g)).toHaveLength(1);
    expect(alertsOf(server)).toEqual([]);
  });
});

// Each test waits for most of its time.
describe.concurrent("what takes long", () => {
  test("a worker that hangs is replaced, and an alert says so", { timeout: 30_000 }, async () => {
    const { server, pids } = await startTwo({ FLOW_WORKER_TIMEOUT: "3" });
    const hung = await askPid(server, "?hang=yes");
    const alert = `Worker ${hung} hangs: it has given no sign of life for 3 s.`;
    await vi.waitFor(() => expect(alertsOf(server)).toContain(alert), { timeout: 15_000 });
    await vi.waitFor(() => expect(isAlive(hung)).toBe(false), { timeout: 5_000 });
    expect(pids).toContain(hung);
    expect(await workersOf(server, 2)).not.toContain(hung);
  });

  test("an end that is wanted: requests that take longer than 10 s are cut off, also where a worker hangs", {
    timeout: 20_000,
  }, async () => {
    const { server, pids } = await startTwo();
    const slow = await slowRequests(server, pids, 30_000);
    await askPid(server, "?hang");
    const asked = performance.now();
    expect(await server.end()).toBe(1);
    expect(performance.now() - asked).toBeGreaterThan(9_900);
    expect(performance.now() - asked).toBeLessThan(13_000);
    expect(await Promise.all(slow.map(({ status }) => status))).toEqual([0, 0, 0, 0]);
    await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]));
  });

  test("workers that die: the process ends where no worker serves and none can be started", {
    timeout: 20_000,
  }, async () => {
    const own = scratchDirectory("workers-gone");
    await cp(await listening(), own, { recursive: true });
    const server = await served(own, { FLOW_WORKERS: "2" });
    const pids = await workersOf(server, 2);
    await rm(join(own, "server.js"));
    process.kill(pids[0], "SIGKILL");
    await sleep(3000);
    expect(await askPid(server)).toBe(pids[1]); // goes on alone
    process.kill(pids[1], "SIGKILL");
    expect(await server.exited).toBe(1);
    expect(server.log()).toContain("Cannot find module");
    expect(alertsOf(server).at(-1)).toMatch(/^Worker \d+ died: exit code 1\. No other one serves\.$/);
    expect(alertsOf(server).length).toBeLessThan(10);
  });
});

describe("an end that is wanted", () => {
  test("SIGTERM: running requests of all workers end", async () => {
    const { server, pids } = await startTwo();
    const slow = await slowRequests(server, pids, 600);
    server.signal("SIGTERM");
    await sleep(200);
    await expect(server.get("/")).rejects.toThrow();
    expect(await Promise.all(slow.map(({ status }) => status))).toEqual([200, 200, 200, 200]);
    expect(await server.exited).toBe(0);
    expect(server.log().match(/wait=600"/g)).toHaveLength(8); // url and path of each
    expect([pids.filter(isAlive), alertsOf(server)]).toEqual([[], []]);
  });

  test("a signal for the whole group, as of Ctrl-C, counts once; the second one ends all at once", async () => {
    const first = await startTwo();
    const slow = await slowRequests(first.server, first.pids, 600);
    first.server.signal("SIGINT", "group");
    expect(await Promise.all(slow.map(({ status }) => status))).toEqual([200, 200, 200, 200]);
    expect(await first.server.exited).toBe(0);

    const second = await startTwo();
    const cut = await slowRequests(second.server, second.pids, 20_000);
    second.server.signal("SIGINT", "group");
    await sleep(200);
    expect(second.pids.filter(isAlive)).toHaveLength(2);
    second.server.signal("SIGINT", "group");
    expect(await second.server.exited).toBe(1);
    expect(await Promise.all(cut.map(({ status }) => status))).toEqual([0, 0, 0, 0]);
    await vi.waitFor(() => expect(second.pids.filter(isAlive)).toEqual([]));
  });

  test("the primary is killed: the workers answer what they have, and end", async () => {
    const { server, pids } = await startTwo();
    const slow = await slowRequests(server, pids, 600);
    server.signal("SIGKILL");
    expect(await Promise.all(slow.map(({ status }) => status))).toEqual([200, 200, 200, 200]);
    await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: 3000 });
    await expect(server.get("/")).rejects.toThrow();
  });

  test("SIGTERM for one worker: it answers what it has, and is replaced", async () => {
    const { server, pids } = await startTwo();
    const slow = await slowRequests(server, pids, 400);
    process.kill(pids[0], "SIGTERM");
    expect(await Promise.all(slow.map(({ status }) => status))).toEqual([200, 200, 200, 200]);
    await vi.waitFor(() => expect(isAlive(pids[0])).toBe(false));
    const now = await workersOf(server, 2);
    expect([now.includes(pids[0]), now.includes(pids[1])]).toEqual([false, true]);
    expect(alertsOf(server)).toEqual([`Worker ${pids[0]} died: exit code 0. Another one starts.`]);
  });
});

describe("a worker that dies", () => {
  test("is replaced, and only the requests that it had fail", async () => {
    const { server, pids } = await startTwo();
    const slow = await slowRequests(server, pids, 500);
    process.kill(pids[0], "SIGKILL");
    const statuses = await Promise.all(slow.map(async ({ pid, status }) => [pid, await status]));
    expect(statuses).toEqual(slow.map(({ pid }) => [pid, pid === pids[0] ? 0 : 200]));
    await vi.waitFor(async () => expect(await workersOf(server, 2)).not.toContain(pids[0]));
    expect(alertsOf(server)).toEqual([`Worker ${pids[0]} died: SIGKILL. Another one starts.`]);
    expect(await server.end()).toBe(0);
  });

  test("leaves a connection that it has not taken to another one", async () => {
    const { server, pids } = await startTwo();
    process.kill(pids[0], "SIGSTOP"); // from now on, it takes none
    const all = Array.from({ length: 6 }, () => askPid(server));
    const answered = await Promise.all(
      all.map((asked) => Promise.race([asked, sleep(1000).then(() => undefined)])),
    );
    expect(answered.filter((pid) => pid === undefined)).toHaveLength(1);
    process.kill(pids[0], "SIGKILL");
    for (const pid of await Promise.all(all)) expect(pid).not.toBe(pids[0]);
  });

  test("lets no client wait where all others die, too", async () => {
    const { server, pids } = await onFreePort((port) => startTwo({ PORT: String(port) }));
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    const all = Array.from({ length: 2 }, () => askPid(server).catch(() => "closed"));
    await sleep(300);
    for (const pid of pids) process.kill(pid, "SIGKILL");
    // Closed, or answered by a worker that has come meanwhile.
    for (const outcome of await Promise.all(all)) expect(pids).not.toContain(outcome);
    expect(await vi.waitFor(() => askPid(server), { timeout: 5000 })).not.toBe(pids[0]);
  });

  test("says why, if it was an error", async () => {
    const { server } = await startTwo();
    const pid = await askPid(server, "?crash");
    await vi.waitFor(() =>
      expect(alertsOf(server)).toEqual([`Worker ${pid} died: exit code 1. Another one starts.`]),
    );
    expect(problemsOf(server.log())).toEqual(["The process ends: Error: crash"]);
    expect(server.log()).toContain('"path":"/?crash"');
  });

  test("waits longer and longer if those that follow it die early", { timeout: 60_000 }, async () => {
    const { server, pids } = await startTwo();
    let dead: readonly number[] = [];
    for (let deaths = 0; deaths < 3; deaths++) {
      const now = await workersOf(server, 2);
      const newest = now.find((pid) => pid !== pids[1]) as number;
      process.kill(newest, "SIGKILL");
      dead = [...dead, newest];
      await vi.waitFor(() => expect(alertsOf(server)).toHaveLength(deaths + 1), { timeout: 15_000 });
      expect(isAlive(newest)).toBe(false);
    }
    expect(alertsOf(server)).toEqual([
      `Worker ${dead[0]} died: SIGKILL. Another one starts.`,
      `Worker ${dead[1]} died: SIGKILL. Another one starts in 1 s.`,
      `Worker ${dead[2]} died: SIGKILL. Another one starts in 2 s.`,
    ]);
    expect(await askPid(server)).toBe(pids[1]);
    // The pause does not hold up the end.
    const asked = performance.now();
    expect(await server.end()).toBe(0);
    expect(performance.now() - asked).toBeLessThan(1500);
  });

  test("the system starts no further process: the others go on", async () => {
    const node = join(scratchDirectory("workers-node"), "node");
    await copyFile(process.execPath, node);
    const server = await served(listening(), { FLOW_WORKERS: "2" }, (out) => [node, join(out, "server.js")]);
    const pids = await workersOf(server, 2);
    await rm(node);
    process.kill(pids[0], "SIGKILL");
    await vi.waitFor(() => expect(alertsOf(server)).toHaveLength(2));
    expect(alertsOf(server)[1]).toMatch(
      /^A worker cannot be started: Error: spawn .* ENOENT\. Another one starts in 1 s\.$/,
    );
    expect(await askPid(server)).toBe(pids[1]);
    expect(await server.end()).toBe(0);
  });

  test("an address that is taken is told once, and ends the process", async () => {
    const taken = await upstream(() => {});
    const end = await refused(listening(), { PORT: new URL(taken.url).port, FLOW_WORKERS: "4" });
    const message = expect.stringMatching(/^cannot listen on 127\.0\.0\.1:\d+: .*EADDRINUSE/);
    expect(end).toMatchObject({ code: 1, problems: [message] });
    expect(alertsIn(end.log)).toHaveLength(1);
    await taken.stop();
  });
});

test("connections beyond the limit of all workers are closed, and told", async () => {
  const { server } = await startTwo({ FLOW_MAX_CONNECTIONS: "2" });
  /** Opens ten connections, and counts those that are closed. */
  const countClosed = async () => {
    const sockets = Array.from({ length: 10 }, () => connect(Number(new URL(server.url).port), "127.0.0.1"));
    let count = 0;
    for (const socket of sockets) {
      socket.on("error", () => {}).resume();
      socket.on("close", () => count++);
    }
    await sleep(500);
    const closed = count;
    for (const socket of sockets) socket.destroy();
    return closed;
  };
  // Earlier connections may not have ended yet.
  await vi.waitFor(async () => expect(await countClosed()).toBe(6), { timeout: 10_000 });
  const refused = /"message":"\d+ connections were refused, because there are 2\."/;
  await vi.waitFor(() => expect(server.log()).toMatch(refused), { timeout: 3000 });
  await vi.waitFor(async () => expect(await askPid(server)).toBeGreaterThan(0));
});

test("lines of several processes do not mix, and none is lost at the end", async () => {
  const { server } = await startTwo();
  const long = "x".repeat(12_000);
  const ask100 = async (name: string) => {
    for (let count = 0; count < 10; count++)
      await Promise.all(
        Array.from({ length: 10 }, (_, at) => askPid(server, `${name}${count}-${at}?${long}`)),
      );
  };
  await Promise.all([ask100("a"), ask100("b"), ask100("c")]);
  expect(await server.end()).toBe(0);
  const paths = server
    .log()
    .split("\n")
    .filter((line) => line.includes(long))
    .map((line) => (JSON.parse(line) as { readonly path: string }).path);
  expect(new Set(paths).size).toBe(300);
  expect(paths).toHaveLength(300);
});
