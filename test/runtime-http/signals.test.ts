/** What signals do to processes that serve: each of them, to each process, once and twice. */
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { eventLines } from "../support/event-line.js";
import { type Listening, listeningProgram, startListening } from "../support/listening.js";
import { needing } from "../support/needs.js";
import { otherServers, otherTargets } from "../support/other-servers.js";
import { flowc } from "../support/project.js";
import { buildOutput } from "../support/raw.js";
import { apiFiles } from "../support/samples.js";
import { serve } from "../support/servers.js";

let program: string;
beforeAll(async () => {
  program = await listeningProgram("signals");
});

async function start(env: Readonly<Record<string, string>>): Promise<Listening> {
  const server = await startListening(program, { PORT: "0", HOST: "127.0.0.1", ...env });
  onTestFinished(() => {
    try {
      process.kill(-(server.child.pid as number), "SIGKILL");
    } catch {
      // All of its processes have ended.
    }
  });
  return server;
}

/** Sends a request whose answer takes its time, and waits until a process has begun with it. */
async function slow(server: Listening): Promise<{ readonly status: Promise<number | string> }> {
  const status = fetch(`${server.url}/?wait=700`).then(
    (response) => response.status,
    () => "lost",
  );
  await vi.waitFor(() => expect(server.log()).toContain("waiting"), { timeout: 10_000 });
  return { status };
}

/** The process that answers. */
async function pidOf({ url }: Listening): Promise<number> {
  const response = await fetch(url, { headers: { connection: "close" } });
  return ((await response.json()) as readonly unknown[])[4] as number;
}

const counts = ["1", "2"] as const;

describe.each(counts)("%s processes", (FLOW_WORKERS) => {
  test.each([
    // The second one ends them at once, unless it is SIGHUP, which systemd may send behind SIGTERM.
    [["SIGTERM"], 200],
    [["SIGINT"], 200],
    [["SIGQUIT"], 200],
    [["SIGTERM", "SIGHUP"], 200],
    [["SIGTERM", "SIGTERM"], "lost"],
    [["SIGUSR1", "SIGUSR2", "SIGTERM"], 200],
  ] as const)("%j: the running request is %s", async (signals, expected) => {
    const server = await start({ FLOW_WORKERS });
    const { status } = await slow(server);
    for (const signal of signals) {
      server.child.kill(signal);
      const isFirst = signal === signals[0];
      if (isFirst && signals.length === 2)
        await vi.waitFor(() => expect(server.log()).toContain('"type":"engine_drain"'));
    }
    expect([await status, await server.exit]).toEqual([expected, expected === 200 ? 0 : 1]);
    expect(server.log()).not.toContain("Debugger");
  });

  test.each(["SIGUSR1", "SIGUSR2", "SIGHUP"] as const)("%s ends none of them", async (signal) => {
    const server = await start({ FLOW_WORKERS });
    const pid = await pidOf(server);
    for (let times = 0; times < 2; times++) {
      server.child.kill(signal);
      process.kill(pid, signal);
    }
    const { status } = await slow(server);
    expect(await status).toBe(200);
    // Another signal is heard after those, and no worker has died.
    server.child.kill("SIGTERM");
    expect(await server.exit).toBe(0);
    expect(server.log()).not.toMatch(/Debugger|"topic":"worker","message":"Worker/);
  });
});

test.each(["SIGTERM", "SIGINT", "SIGQUIT"] as const)(
  "%s for one worker: it answers what it has, and is replaced",
  async (signal) => {
    const server = await start({ FLOW_WORKERS: "2" });
    const pid = await pidOf(server);
    process.kill(pid, signal);
    const message = `Worker ${pid} died: exit code 0. Another one starts.`;
    await vi.waitFor(() => expect(server.log()).toContain(message), { timeout: 10_000 });
  },
);

let built: Promise<string> | undefined;
async function buildAll(): Promise<string> {
  const out = await buildOutput("signals", apiFiles({ "/x": "<echo>x</echo>" }));
  const flows = join(dirname(out), "flows");
  expect(await flowc("build", flows, "-o", out, ...otherTargets)).toMatchObject({ code: 0 });
  return out;
}

describe.each(otherServers)("$title", ({ needs, command, program }) => {
  test("does the same", { ...needing(needs), timeout: 120_000 }, async () => {
    built ??= buildAll();
    const out = await built;
    const file = join(dirname(out), "settings.env");
    writeFileSync(file, "");
    const server = await serve(out, { FLOW_SETTINGS_FILE: file, FLOW_LOG_OMIT: "build" }, command(out));
    onTestFinished(() => server.stop());
    const kill = (signal: NodeJS.Signals) => process.kill(server.pid as number, signal);
    kill("SIGUSR2");
    // Deno opens its inspector at SIGUSR1, whatever the program says.
    if (program !== "deno") kill("SIGUSR1");
    expect((await fetch(`${server.url}/t/x`)).status).toBe(200);
    const reloaded = (text: string) => vi.waitFor(() => expect(server.log()).toContain(text));
    writeFileSync(file, "FLOW_REQUEST_ID_HEADER=X-Id\n");
    kill("SIGHUP");
    await reloaded('"changed":["FLOW_REQUEST_ID_HEADER"]');
    expect((await fetch(`${server.url}/t/x`)).headers.has("x-id")).toBe(true);
    writeFileSync(file, "FLOW_REQUEST_ID_HEADER=X Id\n");
    kill("SIGHUP");
    await reloaded("Nothing is reloaded: FLOW_REQUEST_ID_HEADER must be");
    kill("SIGTERM");
    await vi.waitFor(() => expect(server.log()).toContain('"type":"engine_end"'), { timeout: 10_000 });
    const events = eventLines(server.log());
    expect(events.at(-1)).toMatchObject({ exitCode: 0 });
    expect(events.filter((event) => "build" in event)).toEqual([]);
  });
});
