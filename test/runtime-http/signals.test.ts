/** What signals do to processes that serve: each of them, to each process, once and twice. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { scratchDirectory } from "../support/compile.js";
import { eventLines } from "../support/event-line.js";
import { askPid, listening } from "../support/listening.js";
import { needing } from "../support/needs.js";
import { otherServers, otherTargets } from "../support/other-servers.js";
import { apiFiles } from "../support/samples.js";
import { built, served } from "../support/served.js";
import type { RunningProcess } from "../support/servers.js";

/** Sends a request whose answer takes its time, and waits until a process has begun with it. */
async function slow(server: RunningProcess): Promise<{ readonly status: Promise<number | string> }> {
  const status = server.get("/?wait=1500").then(
    (response) => response.status,
    () => "lost",
  );
  await vi.waitFor(() => expect(server.log()).toContain("waiting"), { timeout: 10_000 });
  return { status };
}

/** The process that answers. */
const counts = ["1", "2"] as const;

describe.concurrent.each(counts)("%s processes", (FLOW_WORKERS) => {
  test.each([
    // The second one ends them at once, unless it is SIGHUP, which systemd may send behind SIGTERM.
    [["SIGTERM"], 200],
    [["SIGINT"], 200],
    [["SIGQUIT"], 200],
    [["SIGTERM", "SIGHUP"], 200],
    [["SIGTERM", "SIGTERM"], "lost"],
    [["SIGUSR1", "SIGUSR2", "SIGTERM"], 200],
  ] as const)("%j: the running request is %s", async (signals, expected) => {
    const server = await served(listening(), { FLOW_WORKERS });
    const { status } = await slow(server);
    for (const signal of signals) {
      server.signal(signal);
      const isFirst = signal === signals[0];
      if (isFirst && signals.length === 2)
        await vi.waitFor(() => expect(server.log()).toContain('"type":"engine_drain"'));
    }
    expect([await status, await server.exited]).toEqual([expected, expected === 200 ? 0 : 1]);
    expect(server.log()).not.toContain("Debugger");
  });

  test.each(["SIGUSR1", "SIGUSR2", "SIGHUP"] as const)("%s ends none of them", async (signal) => {
    const server = await served(listening(), { FLOW_WORKERS });
    const pid = await askPid(server);
    for (let times = 0; times < 2; times++) {
      server.signal(signal);
      process.kill(pid, signal);
    }
    const { status } = await slow(server);
    expect(await status).toBe(200);
    // Another signal is heard after those, and no worker has died.
    expect(await server.end()).toBe(0);
    expect(server.log()).not.toMatch(/Debugger|"topic":"worker","message":"Worker/);
  });
});

test.concurrent.each(["SIGTERM", "SIGINT", "SIGQUIT"] as const)(
  "%s for one worker: it answers what it has, and is replaced",
  async (signal) => {
    const server = await served(listening(), { FLOW_WORKERS: "2" });
    const pid = await askPid(server);
    process.kill(pid, signal);
    const message = `Worker ${pid} died: exit code 0. Another one starts.`;
    await vi.waitFor(() => expect(server.log()).toContain(message), { timeout: 10_000 });
  },
);

describe.concurrent.each(otherServers)("$title", ({ needs, command, program }) => {
  test("does the same", { ...needing(needs), timeout: 120_000 }, async () => {
    const file = join(scratchDirectory("signals"), "settings.env");
    writeFileSync(file, "");
    const env = { FLOW_SETTINGS_FILE: file, FLOW_LOG_OMIT: "build" };
    const app = built(apiFiles({ "/x": "<echo>x</echo>" }), ...otherTargets);
    const server = await served(app, env, command);
    server.signal("SIGUSR2");
    // Deno opens its inspector at SIGUSR1, whatever the program says.
    if (program !== "deno") server.signal("SIGUSR1");
    expect((await server.get("/t/x")).status).toBe(200);
    const reloaded = (text: string) => vi.waitFor(() => expect(server.log()).toContain(text));
    writeFileSync(file, "FLOW_REQUEST_ID_HEADER=X-Id\n");
    server.signal("SIGHUP");
    await reloaded('"changed":["FLOW_REQUEST_ID_HEADER"]');
    expect((await server.get("/t/x")).headers.has("x-id")).toBe(true);
    writeFileSync(file, "FLOW_REQUEST_ID_HEADER=X Id\n");
    server.signal("SIGHUP");
    await reloaded("Nothing is reloaded: FLOW_REQUEST_ID_HEADER must be");
    await server.end();
    const events = eventLines(server.log());
    expect(events.at(-1)).toMatchObject({ exitCode: 0 });
    expect(events.filter((event) => "build" in event)).toEqual([]);
  });
});
