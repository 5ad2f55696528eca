/** The alert rules of docs/monitoring/, by the programs of Prometheus, on what a real app tells under real faults. */
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { identity } from "../support/authority.js";
import { type Files, scratchDirectory } from "../support/compile.js";
import { type Need, needing } from "../support/needs.js";
import { repository } from "../support/project.js";
import { open } from "../support/raw.js";
import { apiFiles } from "../support/samples.js";
import { served, whenDone } from "../support/served.js";
import { deadUrl, type Env, onFreePort, type RunningProcess, reply, upstream } from "../support/servers.js";

const [promtool, program] = ["/usr/bin/promtool", "/usr/bin/prometheus"];
const prometheus: Need = {
  name: "Prometheus: apt-get install prometheus",
  isThere: [promtool, program].every((path) => existsSync(path)),
};
const rulesFile = join(repository, "docs/monitoring/alerts.yml");

/** The expression of a panel of the dashboard. */
function panel(title: string): string {
  const text = readFileSync(join(repository, "docs/monitoring/dashboard.json"), "utf8");
  const { panels } = JSON.parse(text) as { panels: { title: string; targets: { expr: string }[] }[] };
  return panels.find((one) => one.title === title)?.targets[0]?.expr ?? "";
}

interface Rule {
  readonly alert: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}
const rules = (parse(readFileSync(rulesFile, "utf8")) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);

const asking = (variable: string, options = "{}") =>
  `<request>{ "url": {{ $env/${variable} }}, "options": ${options} }</request>\n<template>{}</template>`;
const flows = {
  "/plain": "<template>{}</template>",
  "/error": `<error status="500">{ "message": "no" }</error>`,
  "/dead": asking("DEAD"),
  "/breaker": asking("BROKEN"),
  "/busy": asking("BUSY", `{ "timeout": 30 }`),
  "/slow": asking("SLOW", `{ "timeout": 30 }`),
  "/cached": asking("CACHED", `{ "use-http-cache": true }`),
  "/limited": "<template>{}</template>",
  "/sick": asking("SICK"),
};

/** An app with limits. Another title makes it another build. */
function titled(name: string): Files {
  const files = apiFiles(flows);
  const api = JSON.parse(String(files["swagger.yaml"]));
  for (const [path, item] of Object.entries<object>(api.paths))
    if (path.endsWith("/limited")) Object.assign(item, { "x-flow-limit": { rate: "1/h" } });
  const systems = {
    "$env/BROKEN": { breaker: "100% of 2", rest: 3600 },
    "$env/BUSY": { "max-requests": 1, queue: 0 },
    "$env/SICK": {
      health: "/health",
      "client-certificate": {
        ...{ certificate: { env: "SICK_CERT" }, key: { env: "SICK_KEY" }, ca: { env: "SICK_CA" } },
      },
    },
  };
  const text = JSON.stringify({ ...api, info: { title: name, version: "1" }, "x-flow-upstreams": systems });
  return { ...files, "swagger.yaml": text };
}

/** The systems that an app asks, for one test. */
async function startSystems() {
  const held: ServerResponse[] = [];
  const state = { held, sickness: 200 };
  const handlers: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
    BROKEN: (_, response) => reply(response, 503, {}),
    BUSY: (_, response) => held.push(response),
    CACHED: (_, response) => reply(response, 200, {}),
    SICK: (_, response) => reply(response, state.sickness, {}),
    SLOW: (_, response) => void setTimeout(reply, 2_600, response, 200, {}),
  };
  const env: Record<string, string> = { FLOW_ADMIN_PORT: "0", DEAD: await deadUrl() };
  for (const [name, handler] of Object.entries(handlers)) {
    const system = await upstream(handler);
    whenDone(system.stop);
    env[name] = system.url;
  }
  return { env, state };
}

type Systems = Awaited<ReturnType<typeof startSystems>>["state"];

async function start(settings: Env = {}, title = "alerts") {
  const { env, state } = await startSystems();
  return { app: await served(titled(title), { ...env, ...settings }), state };
}

type Asking = (path: string, times?: number) => Promise<readonly number[]>;

interface Fault {
  readonly alerts: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
  readonly cause: (ask: Asking, app: RunningProcess, state: Systems) => Promise<unknown>;
}

/** Holds one upstream request, and lets others come meanwhile. */
async function whileHeld(ask: Asking, { held }: Systems, others: () => Promise<unknown>): Promise<void> {
  const first = ask("/busy");
  await vi.waitFor(() => expect(held).toHaveLength(1));
  await others();
  for (const response of held) reply(response, 200, {});
  await first;
}

const faults: Readonly<Record<string, Fault>> = {
  "errors of flows": { alerts: ["FlowcErrors"], cause: (ask) => ask("/error", 5) },
  "slow responses": { alerts: ["FlowcSlow"], cause: (ask) => ask("/slow") },
  "an upstream system that is away": { alerts: ["FlowcUpstreamErrors"], cause: (ask) => ask("/dead", 5) },
  "a breaker that opens, after errors": {
    alerts: ["FlowcBreakerOpen", "FlowcUpstreamErrors"],
    async cause(ask) {
      for (let times = 0; times < 6; times++) await ask("/breaker");
    },
  },
  "more upstream requests than there may be: those that are refused fail": {
    alerts: ["FlowcUpstreamErrors", "FlowcUpstreamLimit"],
    cause: (ask, _, state) => whileHeld(ask, state, () => ask("/busy", 20)),
  },
  "an upstream system that says that it is not well": {
    alerts: ["FlowcUpstreamDown"],
    async cause(_, __, state) {
      state.sickness = 500;
    },
  },
  "clients beyond their limit": { alerts: ["FlowcClientsLimited"], cause: (ask) => ask("/limited", 100) },
  "more requests than there may be": {
    alerts: ["FlowcRefused"],
    settings: { FLOW_MAX_REQUESTS: "1", FLOW_MAX_CONNECTIONS: "100" },
    cause: (ask, _, state) => whileHeld(ask, state, () => ask("/plain", 3)),
  },
  "more connections than there may be": {
    alerts: ["FlowcConnections"],
    settings: { FLOW_MAX_CONNECTIONS: "4", FLOW_HEAD_TIMEOUT: "600" },
    async cause(_, { url }) {
      const sockets = await Promise.all(Array.from({ length: 8 }, () => open(url)));
      await vi.waitFor(() => expect(sockets.some(({ closed }) => closed)).toBe(true));
      for (const socket of sockets) socket.destroy();
    },
  },
  "a cache that is away": {
    alerts: ["FlowcFaults"],
    settings: { FLOW_CACHE_URL: "redis://127.0.0.1:1" },
    cause: (ask) => ask("/cached", 3),
  },
  "a process that gets no processor": {
    alerts: ["FlowcEventLoop"],
    async cause(ask, { pid = 0, admin }) {
      await vi.waitFor(async () => {
        for (let times = 0; times < 10; times++) {
          process.kill(pid, "SIGSTOP");
          await new Promise((resolve) => setTimeout(resolve, 400));
          process.kill(pid, "SIGCONT");
          await ask("/plain");
        }
        const text = await (await fetch(`${admin}/metrics`)).text();
        expect(Number(/^nodejs_eventloop_delay_p99_seconds.* (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(0.25);
      });
    },
  },
};

/** Values by series: `name{labels}`. */
type Scraped = ReadonlyMap<string, number>;

async function scrape({ admin }: RunningProcess): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, 1_100)); // it is made once a second
  return (await fetch(`${admin}/metrics`)).text();
}

function seriesOf(text: string, instance = "a"): Scraped {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const [, name = "", labels = "", value = ""] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      return [
        `${name}{${labels === "" ? "" : `${labels},`}job="shop",instance="${instance}"}`,
        Number(value),
      ];
    }),
  );
}

/** Minutes: all is well, then there is a fault, then all is well. */
const [before, during, after] = [30, 50, 60];

/** What a Prometheus that asks once a minute would see, if each minute were like those that were scraped. */
function valuesOf(
  series: string,
  states: readonly [Scraped, Scraped, Scraped],
  gauges: ReadonlySet<string>,
): string {
  const [first, well, faulty] = states.map((state) => state.get(series));
  if (faulty === undefined) return `${well}x${before} _x${during + after}`;
  if (gauges.has(series.replace(/\{.*/s, "")))
    return `${well ?? "_"}x${before - 1} ${faulty}x${during - 1} ${well ?? "_"}x${after - 1}`;
  const usual = well === undefined ? 0 : well - (first ?? 0);
  const start = well ?? 0;
  const more = faulty - start;
  const rising = (from: number, step: number, minutes: number) => `${from}+${step}x${minutes - 1}`;
  return [
    well === undefined ? `_x${before}` : rising(start, usual, before),
    rising(start + usual * before, more, during),
    rising(start + usual * before + more * during, usual, after),
  ].join(" ");
}

/** Has `promtool` decide which alerts there are before a fault, while it lasts, and after it. */
async function firing(
  states: readonly [Scraped, Scraped, Scraped],
  gauges: ReadonlySet<string>,
): Promise<readonly (readonly string[])[]> {
  const directory = scratchDirectory("alerts-promtool");
  const all = new Set(states.flatMap((state) => [...state.keys()]));
  const at = [before - 1, before + during - 1, before + during + after - 1];
  const tests = {
    rule_files: [rulesFile],
    evaluation_interval: "1m",
    tests: [
      {
        interval: "1m",
        input_series: [...all].map((series) => ({ series, values: valuesOf(series, states, gauges) })),
        // Nothing is expected, so that each alert is named as one too many.
        alert_rule_test: at.flatMap((minute) =>
          rules.map(({ alert }) => ({ eval_time: `${minute}m`, alertname: alert, exp_alerts: [] })),
        ),
      },
    ],
  };
  writeFileSync(join(directory, "test.yml"), JSON.stringify(tests));
  let found = "";
  try {
    await promisify(execFile)(promtool, ["test", "rules", join(directory, "test.yml")]);
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    found = stderr + stdout;
    if (!found.includes("alertname:")) throw error;
  }
  const named = [
    ...found.matchAll(/alertname:\s*(\w+),\s*time:\s*(\w+),[^[]*\[(?<got>[\s\S]*?)(?=alertname:|$)/g),
  ];
  return at.map((minute) =>
    named.flatMap(([text, alert = "", time]) => {
      const [hours = 0, minutes = 0] = [/(\d+)h/, /(\d+)m/].map((part) =>
        Number(part.exec(time ?? "")?.[1] ?? 0),
      );
      if (hours * 60 + minutes !== minute) return [];
      expect(text).not.toContain("<no value>");
      return [alert];
    }),
  );
}

const gaugesIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/^# TYPE (\w+) gauge$/gm)].map(([, name = ""]) => name));

const eventLoop = /^nodejs_eventloop/;
const calm = (scraped: Scraped): Scraped =>
  new Map([...scraped].map(([name, value]) => [name, eventLoop.test(name) ? 0.001 : value]));

/** The process ID of one of its workers. */
function workerOf({ pid = 0 }: RunningProcess): number {
  const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  return Number(children.trim().split(/\s+/)[0]);
}

/** Starts a Prometheus that scrapes an app each second, with the rules, whose minutes are seconds. */
async function startPrometheus(app: RunningProcess) {
  const directory = scratchDirectory("alerts-prometheus");
  const text = readFileSync(rulesFile, "utf8")
    .replace(/\[\d+m\]/g, "[10s]")
    .replace(/for: \d+m/g, "for: 2s");
  writeFileSync(join(directory, "rules.yml"), text);
  const scraped = { job_name: "shop", static_configs: [{ targets: [new URL(app.admin).host] }] };
  writeFileSync(
    join(directory, "prometheus.yml"),
    JSON.stringify({
      global: { scrape_interval: "1s", scrape_timeout: "1s", evaluation_interval: "1s" },
      rule_files: ["rules.yml"],
      scrape_configs: [scraped],
    }),
  );
  const { url, child } = await onFreePort(async (port) => {
    const child = spawn(
      program,
      [
        `--config.file=${join(directory, "prometheus.yml")}`,
        `--storage.tsdb.path=${join(directory, "data")}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: "ignore" },
    );
    const url = `http://127.0.0.1:${port}`;
    await vi.waitFor(async () => expect((await fetch(`${url}/-/ready`)).status).toBe(200), {
      timeout: 30_000,
    });
    return { url, child };
  });
  const query = async (
    expression: string,
  ): Promise<readonly { metric: Record<string, string>; value?: unknown[]; values: unknown[] }[]> => {
    const answer = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(expression)}`);
    return ((await answer.json()) as { data: { result: [] } }).data.result;
  };
  whenDone(async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
  });
  const firing = (alert: string) => query(`ALERTS{alertname="${alert}",alertstate="firing"}`);
  return { query, firing, patience: { timeout: 60_000, interval: 500 } };
}

// Each test waits for most of its time, for what is told once a second.
describe.concurrent("alert rules", needing(prometheus), () => {
  test("are rules of Prometheus", () => {
    expect(String(execFileSync(promtool, ["check", "rules", rulesFile]))).toContain(
      `${rules.length} rules found`,
    );
  });

  test("are all tried here", () => {
    const tried = Object.values(faults).flatMap(({ alerts }) => alerts);
    const others = ["FlowcCertificate", "FlowcMemory", "FlowcTwoBuilds", "FlowcDown"];
    expect([...new Set([...tried, ...others])].sort()).toEqual(rules.map(({ alert }) => alert).sort());
  });

  // These take longest.
  test("tell in a Prometheus of the first worker that dies, and of an app that is gone", async () => {
    const { app } = await start({ FLOW_WORKERS: "2" });
    const { query, firing, patience } = await startPrometheus(app);
    // It has seen that all is well.
    const seen = () => query(`count_over_time(flow_faults_total{flow_fault="worker"}[1m]) > 3`);
    await vi.waitFor(async () => expect(await seen()).toHaveLength(1), patience);
    expect(await firing("FlowcFaults")).toEqual([]);
    process.kill(workerOf(app), "SIGKILL");
    await vi.waitFor(
      async () => expect(await firing("FlowcFaults")).toMatchObject([{ metric: { flow_fault: "worker" } }]),
      patience,
    );
    await app.stop();
    await vi.waitFor(async () => expect(await firing("FlowcDown")).toHaveLength(1), patience);
  });

  test("tell in a Prometheus of certificates that end soon: a client's, and one that a system shows", async () => {
    const authority = identity("authority", { isAuthority: true });
    const [server, client] = [10, 20].map((ends) => identity("one", { by: authority, ends }));
    const system = createHttpsServer({ cert: server?.certificate, key: server?.key }, (_, response) =>
      response.end("{}"),
    );
    system.listen(0, "127.0.0.1");
    await once(system, "listening");
    const { app } = await start({
      SICK: `https://localhost:${(system.address() as AddressInfo).port}`,
      SICK_CERT: client?.certificate ?? "",
      SICK_KEY: client?.key ?? "",
      SICK_CA: authority.certificate,
    });
    const { query, firing, patience } = await startPrometheus(app);
    expect((await app.get("/t/sick")).status).toBe(200);
    const fires = () => firing("FlowcCertificate");
    await vi.waitFor(async () => expect(await fires()).toHaveLength(2), patience);
    expect((await fires()).map(({ metric }) => metric.flow_certificate).sort()).toEqual(["client", "server"]);
    const left = await query(panel("Days until certificates end").replace("$job", ".*"));
    expect(left.map(({ value }) => Math.round(Number(value?.[1]))).sort((a, b) => a - b)).toEqual([
      10, 20, 400,
    ]);
    await app.stop();
    system.close();
  });

  test("fire once in a Prometheus that scrapes an app, while it has a fault", async () => {
    const { app } = await start();
    const { query, firing, patience } = await startPrometheus(app);
    let path = "/plain";
    const traffic = setInterval(() => void app.get(`/t${path}`).then((answer) => answer.text()), 50);
    whenDone(async () => clearInterval(traffic));
    await vi.waitFor(async () => {
      expect(
        await query(`http_server_request_duration_seconds_count{http_route="/t/plain"} > 20`),
      ).toHaveLength(1);
    }, patience);
    path = "/error";
    await vi.waitFor(async () => expect(await firing("FlowcErrors")).toHaveLength(1), patience);
    path = "/plain";
    await vi.waitFor(async () => expect(await firing("FlowcErrors")).toHaveLength(0), patience);
    // Those about time tell of this machine, too.
    const fired = await query(`ALERTS{alertstate="firing",alertname!~"FlowcSlow|FlowcEventLoop"}[1h]`);
    clearInterval(traffic);
    expect(fired.map(({ metric }) => metric)).toEqual([
      { __name__: "ALERTS", alertname: "FlowcErrors", alertstate: "firing", job: "shop", severity: "page" },
    ]);
    expect(await query(`changes(ALERTS_FOR_STATE{alertname="FlowcErrors"}[1h])`)).toMatchObject([
      { value: [expect.anything(), "0"] },
    ]);
  });

  test.each(Object.entries(faults))("%s", async (_, { alerts, settings = {}, cause }) => {
    const { app, state } = await start(settings);
    const ask: Asking = (path, times = 1) =>
      Promise.all(Array.from({ length: times }, async () => (await app.get(`/t${path}`)).status));
    const usual = async () => {
      for (let times = 0; times < 20; times++) await ask("/plain");
    };
    await usual();
    const first = await scrape(app);
    await usual();
    const well = await scrape(app);
    await usual();
    await cause(ask, app, state);
    const faulty = alerts.includes("FlowcEventLoop") ? await app.metrics() : await scrape(app);
    await app.stop();
    // Only one fault is about the processor, whatever else this machine does.
    const last = alerts.includes("FlowcEventLoop") ? seriesOf(faulty) : calm(seriesOf(faulty));
    const found = await firing([calm(seriesOf(first)), calm(seriesOf(well)), last], gaugesIn(faulty));
    expect(found).toEqual([[], expect.arrayContaining([...alerts]), []]);
    expect(new Set(found[1])).toEqual(new Set(alerts));
  });

  test("a heap that is full, and two builds at once", async () => {
    const started = await Promise.all([start(), start({}, "other")]);
    const [text = "", other = ""] = await Promise.all(started.map(({ app }) => scrape(app)));
    const gauges = gaugesIn(text);
    const well = calm(seriesOf(text));
    const max = Math.max(
      ...[...well].flatMap(([name, value]) => (name.startsWith("v8js_memory_heap_max") ? value : [])),
    );
    // The heap is not really filled: the process might end.
    const full = new Map(
      [...well].map(([name, value]) => [name, name.startsWith("v8js_memory_heap_used") ? max * 0.95 : value]),
    );
    expect(await firing([well, well, full], gauges)).toEqual([[], ["FlowcMemory"], []]);
    const two = new Map([...well, ...calm(seriesOf(other, "b"))]);
    expect(await firing([well, well, two], gauges)).toEqual([[], ["FlowcTwoBuilds"], []]);
  });
});
