/** The content of `/metrics` on the admin port, line by line. */
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { request, type ServerResponse } from "node:http";
import { describe, expect, test, vi } from "vitest";
import { open, sendRaw } from "../support/raw.js";
import { served } from "../support/served.js";
import {
  deadUrl,
  type Env,
  type RunningProcess,
  reply,
  upstream as upstreamServer,
} from "../support/servers.js";
import { startUpstream, telemetryApp } from "./app.js";

const upstream = await startUpstream();

const start = async (env: Env = {}) =>
  served(telemetryApp, { UPSTREAM: upstream.url, DEAD: await deadUrl(), FLOW_ADMIN_PORT: "0", ...env });

const ask = async (app: RunningProcess, path: string) => (await app.get(`/t${path}`)).arrayBuffer();

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Reads the text format of Prometheus; fails at any line that does not belong there. */
function parse(text: string): readonly Sample[] {
  const types = new Map<string, string>();
  const seen = new Set<string>();
  expect(text.endsWith("\n")).toBe(true);
  return text
    .slice(0, -1)
    .split("\n")
    .flatMap((line) => {
      const [, kind, metric = "", rest = ""] = /^# (HELP|TYPE) ([a-z_\d]+) (.+)$/.exec(line) ?? [];
      if (kind === "TYPE") {
        expect(types.has(metric)).toBe(false);
        types.set(metric, rest);
        expect(rest).toMatch(/^(?:counter|gauge|histogram)$/);
      }
      if (kind !== undefined) return [];
      const found = /^([a-z_\d]+)(?:\{((?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)*)\})? (\S+)$/.exec(line);
      expect(found, line).not.toBeNull();
      const [, name = "", labels = "", value = ""] = found ?? [];
      expect(seen.has(`${name}{${labels}}`)).toBe(false);
      seen.add(`${name}{${labels}}`);
      const base = types.has(name) ? name : name.replace(/_(?:bucket|sum|count)$/, "");
      expect(types.get(base), line).toBeDefined();
      expect(Number.isFinite(Number(value)), line).toBe(true);
      const pairs = [...labels.matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, key = "", text = ""]) => [
        key,
        text,
      ]);
      return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
    });
}

async function scrape({ admin }: RunningProcess): Promise<readonly Sample[]> {
  await sleep(1_100); // what was told stays for a second
  const response = await fetch(`${admin}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  return parse(await response.text());
}

/** The sum of the samples of a name whose labels fit. */
const total = (samples: readonly Sample[], name: string, labels: Readonly<Record<string, string>> = {}) =>
  samples
    .filter(
      (one) => one.name === name && Object.entries(labels).every(([key, text]) => one.labels[key] === text),
    )
    .reduce((sum, { value }) => sum + value, 0);

test.concurrent("requests by route and status, upstream requests by origin, the cache, and the process", async () => {
  const app = await start();
  for (const path of [
    "/items/1",
    "/items/2?a=b",
    "/cached",
    "/cached",
    "/cached",
    "/error",
    "/requests",
    "/dead",
  ])
    await ask(app, path);
  const samples = await scrape(app);
  const counted = "http_server_request_duration_seconds_count";
  expect(samples.filter(({ name, labels }) => name === counted && labels.http_route)).toEqual(
    expect.arrayContaining([
      {
        name: counted,
        labels: {
          http_request_method: "GET",
          http_response_status_code: "200",
          http_route: "/t/items/{id}",
          url_scheme: "http",
        },
        value: 2,
      },
      {
        name: counted,
        labels: {
          http_request_method: "GET",
          http_response_status_code: "503",
          http_route: "/t/error",
          url_scheme: "http",
          error_type: "503",
        },
        value: 1,
      },
    ]),
  );
  const server_port = new URL(upstream.url).port;
  const asked = { server_address: "127.0.0.1", server_port };
  expect(total(samples, "http_client_request_duration_seconds_count", asked)).toBe(5);
  expect(total(samples, "http_client_request_duration_seconds_bucket", { ...asked, le: "+Inf" })).toBe(5);
  const dead = { error_type: "could_not_connect" };
  expect(total(samples, "http_client_request_duration_seconds_count", dead)).toBe(1);
  expect(total(samples, "flow_cache_requests_total", { flow_cache_result: "miss" })).toBe(1);
  expect(total(samples, "flow_cache_requests_total", { flow_cache_result: "hit" })).toBe(2);
  expect(total(samples, "http_server_active_requests")).toBe(0);
  expect(total(samples, "flow_bodies_held_bytes")).toBe(0);
  expect(total(samples, "v8js_memory_heap_used_bytes")).toBeGreaterThan(1e6);
  expect(total(samples, "process_memory_usage_bytes")).toBeGreaterThan(1e7);
  for (const kind of ["mean", "p99", "max"])
    expect(samples.filter(({ name }) => name === `nodejs_eventloop_delay_${kind}_seconds`)).toHaveLength(1);
});

test.concurrent("requests that are being answered", async () => {
  const held: ServerResponse[] = [];
  const holding = await upstreamServer((_, response) => held.push(response));
  const app = await start({ UPSTREAM: holding.url, FLOW_DEFAULT_TIMEOUT: "60" });
  const slow = [ask(app, "/request"), ask(app, "/request"), ask(app, "/request")];
  await vi.waitFor(() => expect(held).toHaveLength(3));
  expect(total(await scrape(app), "http_server_active_requests", { http_request_method: "GET" })).toBe(3);
  for (const response of held) reply(response, 200, {});
  await Promise.all(slow);
  await holding.stop();
  expect(total(await scrape(app), "http_server_active_requests")).toBe(0);
});

test.concurrent("clients make no labels", async () => {
  const app = await start();
  for (let index = 0; index < 300; index++) {
    await ask(app, `/items/${index}?q=${index}`);
    await ask(app, `/nowhere/${index}`);
    await app.get(`/outside/${index}`);
  }
  for (const method of ["PROPFIND", "PURGE", "M-SEARCH"])
    await new Promise((resolve) => request(`${app.url}/t/plain`, { method }, resolve).end());
  const samples = await scrape(app);
  const requests = samples.filter(({ name }) => name === "http_server_request_duration_seconds_count");
  expect(requests.map(({ labels }) => labels.http_route ?? "").sort()).toEqual([
    "",
    "",
    "/t/items/{id}",
    "/t/plain",
  ]);
  expect(new Set(requests.map(({ labels }) => labels.http_request_method))).toEqual(
    new Set(["GET", "_OTHER"]),
  );
});

describe.concurrent("what the server refuses", () => {
  const none = { 400: 0, 408: 0, 413: 0, 417: 0, 431: 0, 503: 0 };
  const refused = (samples: readonly Sample[]) =>
    Object.fromEntries(
      samples
        .filter(({ name }) => name === "flow_requests_refused_total")
        .map(({ labels, value }) => [labels.http_response_status_code, value]),
    );

  test("is counted by its status, whatever the client sends", async () => {
    const app = await start({ FLOW_HEAD_TIMEOUT: "1" });
    const requests = async () => total(await scrape(app), "http_server_request_duration_seconds_count");
    const before = await requests();
    const statuses: number[] = [];
    for (const text of [
      "GET /t/plain HTTP/1.1\r\n\r\n",
      "NONSENSE\r\n\r\n",
      ...["a", "b", "c"].map((name) => `GET /${name} HTTP/1.1\r\nHost: ${name}\r\nHost: ${name}\r\n\r\n`),
      `GET /t/plain HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
      "GET /t/plain HTTP/1.1\r\nHost: x\r\nExpect: more\r\n\r\n",
      "GET /t/plain HTTP/1.1\r\nHost: x\r\n",
    ])
      statuses.push((await sendRaw(app.url, text)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 431, 417, 408]);
    expect(refused(await scrape(app))).toEqual({ ...none, 400: 5, 408: 1, 417: 1, 431: 1 });
    expect(await requests()).toBe(before);
  });

  test("is counted where there are too many requests", async () => {
    const held: ServerResponse[] = [];
    const holding = await upstreamServer((_, response) => held.push(response));
    const app = await start({ UPSTREAM: holding.url, FLOW_MAX_REQUESTS: "1" });
    const first = ask(app, "/request");
    await vi.waitFor(() => expect(held).toHaveLength(1));
    expect((await app.get("/t/plain")).status).toBe(503);
    reply(held[0] as ServerResponse, 200, {});
    await first;
    expect(refused(await scrape(app))).toEqual({ ...none, 503: 1 });
    await holding.stop();
  });

  test("is counted where there are too many connections", async () => {
    const app = await start({ FLOW_MAX_CONNECTIONS: "4", FLOW_HEAD_TIMEOUT: "600" });
    const sockets = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => open(app.url)));
    const closed = () => sockets.filter(({ closed }) => closed).length;
    await vi.waitFor(() => expect(closed()).toBeGreaterThanOrEqual(3), { timeout: 10_000 });
    expect(total(await scrape(app), "flow_connections_refused_total")).toBe(closed());
    for (const socket of sockets) socket.destroy();
  });
});

test.concurrent("flows that compute the status make a bounded number of labels", async () => {
  const app = await start();
  const methods = ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"];
  const codes = Array.from({ length: 400 }, (_, index) => 200 + index);
  for (const method of methods) {
    const lines = codes.map((code) => `${method} /t/status?code=${code} HTTP/1.1\r\nHost: x\r\n`);
    const socket = await open(app.url);
    socket.resume().write(`${lines.join("\r\n")}Connection: close\r\n\r\n`);
    await once(socket, "close");
  }
  const text = await app.metrics();
  const lines = text
    .split("\n")
    .filter((line) => line.startsWith("http_server_request_duration_seconds_count{"));
  expect(lines).toHaveLength(2_001);
  const sum = (part: string) =>
    lines.filter((line) => line.includes(part)).reduce((all, line) => all + Number(line.split("} ")[1]), 0);
  const others = sum('otel_metric_overflow="true"');
  expect(others).toBeGreaterThan(0);
  expect(sum('http_route="/t/status"') + others).toBe(codes.length * methods.length);
});

test.concurrent("flows that compute URLs make a bounded number of labels", async () => {
  const app = await start();
  for (let index = 0; index < 150; index++) await ask(app, `/origins?host=h${index}`);
  const samples = await scrape(app);
  const asked = samples.filter(({ name }) => name === "http_client_request_duration_seconds_count");
  expect(new Set(asked.map(({ labels }) => labels.server_address)).size).toBe(101);
  expect(total(asked, "http_client_request_duration_seconds_count", { server_address: "other" })).toBe(50);
});

describe.concurrent("processes", () => {
  test("are counted together, also those that have died", async () => {
    const app = await start({ FLOW_WORKERS: "2" });
    const requests = async () =>
      total(await scrape(app), "http_server_request_duration_seconds_count", { http_route: "/t/plain" });
    for (let index = 0; index < 20; index++) await ask(app, "/plain");
    await vi.waitFor(async () => expect(await requests()).toBe(20), { timeout: 10_000 });
    const samples = await scrape(app);
    for (const name of [
      ...["v8js_memory_heap_max_bytes", "process_open_fds"],
      ...["process_cpu_time_seconds_total", "flow_gc_time_seconds_total"],
    ])
      expect(total(samples, name), name).toBeGreaterThan(0);
    expect(total(samples, "flow_build_info", { node: process.version })).toBe(1);
    const [worker = 0] = childrenOf(app.pid);
    process.kill(worker, "SIGKILL");
    await vi.waitFor(() => expect(app.log()).toContain(`Worker ${worker} died`), { timeout: 5_000 });
    expect(await requests()).toBe(20);
    expect(total(await scrape(app), "flow_faults_total", { flow_fault: "worker" })).toBe(1);
    await ask(app, "/plain");
    await vi.waitFor(async () => expect(await requests()).toBe(21), { timeout: 10_000 });
  });
});

/** The processes that a process has started, as Linux tells them. */
function childrenOf(parent: number | undefined): readonly number[] {
  const isChild = (name: string) => {
    try {
      return readFileSync(`/proc/${name}/status`, "utf8").includes(`\nPPid:\t${parent}\n`);
    } catch {
      return false; // it has ended
    }
  };
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && isChild(name))
    .map(Number);
}
