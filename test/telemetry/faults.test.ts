/** Settings that are wrong, and collectors that do not do what they should. */
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { scratchDirectory } from "../support/compile.js";
import { type App, built, refused, served } from "../support/served.js";
import { deadUrl, type Env, type RunningProcess } from "../support/servers.js";
import { startUpstream, telemetryApp } from "./app.js";
import { startCollector } from "./collector.js";

const upstream = await startUpstream();
const environment = { UPSTREAM: upstream.url, OTEL_BSP_SCHEDULE_DELAY: "20" };

const start = (env: Env, app: App = telemetryApp) => served(app, { ...environment, ...env });

const alerts = (server: RunningProcess) =>
  server.events().flatMap(({ topic, message }) => (topic === "telemetry" ? [String(message)] : []));

/** The longest time in milliseconds that one of many requests takes. */
async function slowest(server: RunningProcess, count = 300): Promise<number> {
  let longest = 0;
  for (let index = 0; index < count; index++) {
    const before = performance.now();
    const { status } = await server.get("/t/plain");
    expect(status).toBe(200);
    longest = Math.max(longest, performance.now() - before);
  }
  return longest;
}

const end = async (server: RunningProcess) => {
  const before = performance.now();
  return { code: await server.end(), time: performance.now() - before };
};

describe.concurrent("wrong settings end the process with exit code 2", () => {
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" };
  const refusal = async (env: Env) => {
    const { code, problems } = await refused(telemetryApp, { ...environment, ...env });
    return [code, problems];
  };

  test.each<[string, string, string]>([
    ["OTEL_SDK_DISABLED", "maybe", 'true or false, not "maybe"'],
    ["OTEL_TRACES_EXPORTER", "jaeger", 'otlp or console or none, not "jaeger"'],
    ["OTEL_METRICS_EXPORTER", "otlp,graphite", 'otlp or prometheus or console or none, not "otlp,graphite"'],
    ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", 'http/protobuf or http/json, not "grpc"'],
    ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "http", 'http/protobuf or http/json, not "http"'],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318", "a URL of http or https"],
    ["OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", "http://", "a URL of http or https"],
    [
      "OTEL_EXPORTER_OTLP_HEADERS",
      "s3cret",
      "of the form name=value,name=value, with values percent-encoded",
    ],
    [
      "OTEL_EXPORTER_OTLP_HEADERS",
      "a=%0d%0ab",
      "of the form name=value,name=value, with values percent-encoded",
    ],
    ["OTEL_EXPORTER_OTLP_TIMEOUT", "10s", 'an integer from 1 to 2147483647, not "10s"'],
    ["OTEL_EXPORTER_OTLP_COMPRESSION", "br", 'gzip or none, not "br"'],
    [
      "OTEL_EXPORTER_OTLP_CERTIFICATE",
      "/nowhere.pem",
      'the path of a file that can be read, not "/nowhere.pem"',
    ],
    ["OTEL_RESOURCE_ATTRIBUTES", "a=%", "of the form name=value,name=value, with values percent-encoded"],
    [
      "OTEL_TRACES_SAMPLER",
      "sometimes",
      'always_on or always_off or traceidratio or parentbased_always_on or parentbased_always_off or parentbased_traceidratio, not "sometimes"',
    ],
    ["OTEL_BSP_MAX_QUEUE_SIZE", "0", 'an integer from 1 to 65536, not "0"'],
    ["OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "4096", 'an integer from 1 to 2048, not "4096"'],
    ["OTEL_BSP_SCHEDULE_DELAY", "-1", 'an integer from 1 to 2147483647, not "-1"'],
    ["OTEL_METRIC_EXPORT_INTERVAL", "x", 'an integer from 1 to 2147483647, not "x"'],
    ["OTEL_PROPAGATORS", "b3", 'tracecontext, baggage, both or none, not "b3"'],
  ])("%s=%s", async (name, value, wanted) => {
    expect(await refusal({ ...traces, [name]: value })).toEqual([2, [`${name} must be ${wanted}`]]);
  });

  test.each(["2", "-0.1", "half", "0x1"])("OTEL_TRACES_SAMPLER_ARG=%s", async (OTEL_TRACES_SAMPLER_ARG) => {
    const sampler = { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG };
    const shown = JSON.stringify(OTEL_TRACES_SAMPLER_ARG);
    expect(await refusal({ ...traces, ...sampler })).toEqual([
      2,
      [`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not ${shown}`],
    ]);
  });

  test("metrics for Prometheus without a port for them", async () => {
    expect(await refusal({ OTEL_METRICS_EXPORTER: "prometheus" })).toEqual([
      2,
      ["FLOW_ADMIN_PORT must be set where OTEL_METRICS_EXPORTER names prometheus"],
    ]);
  });

  test("once, also with several processes", async () => {
    const env = { ...traces, OTEL_BSP_MAX_QUEUE_SIZE: "x", FLOW_WORKERS: "3" };
    const { code, log } = await refused(telemetryApp, env);
    expect([code, log.split("\n").length]).toEqual([2, 2]);
  });
});

test("settings that are empty count as not set, and turn nothing on", async () => {
  const empty = ["ENDPOINT", "PROTOCOL", "HEADERS", "TIMEOUT"].map((name) => [
    `OTEL_EXPORTER_OTLP_${name}`,
    "",
  ]);
  const others = ["TRACES_SAMPLER", "SDK_DISABLED", "PROPAGATORS"].map((name) => [`OTEL_${name}`, ""]);
  const server = await start(Object.fromEntries([...empty, ...others]));
  expect(await slowest(server, 1)).toBeGreaterThan(0);
  expect((await end(server)).code).toBe(0);
});

test("OTEL_SDK_DISABLED turns everything off but what goes through", async () => {
  const collector = await startCollector();
  const server = await start({
    OTEL_SDK_DISABLED: "true",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    FLOW_ADMIN_PORT: "0",
  });
  const { admin } = server;
  expect((await fetch(`${admin}/metrics`)).status).toBe(404);
  expect((await fetch(`${admin}/info`)).status).toBe(200);
  const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  upstream.received.length = 0;
  await server.get("/t/request", { headers: { traceparent } });
  expect(upstream.received[0]?.traceparent).toBe(traceparent);
  expect((await end(server)).code).toBe(0);
  expect(collector.requests).toEqual([]);
});

test.each<[string, readonly (string | undefined)[]]>([
  ["tracecontext", ["trace", undefined]],
  ["baggage", [undefined, "a=1"]],
  ["none", [undefined, undefined]],
])("OTEL_PROPAGATORS=%s", async (OTEL_PROPAGATORS, expected) => {
  const server = await start({ OTEL_PROPAGATORS });
  const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  upstream.received.length = 0;
  await server.get("/t/request", { headers: { traceparent, baggage: "a=1" } });
  const { traceparent: sent, baggage } = upstream.received[0] ?? {};
  expect([sent && "trace", baggage]).toEqual(expected);
});

describe.concurrent("what is sent to a collector", () => {
  const sent = async (options: string): Promise<RunningProcess> => {
    const collector = await startCollector();
    const server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, NODE_OPTIONS: options });
    await server.get("/t/plain");
    await collector.spansOf(1);
    return server;
  };
  const unsent = async (NODE_OPTIONS: string): Promise<RunningProcess> => {
    const server = await start({ OTEL_TRACES_EXPORTER: "console", FLOW_ADMIN_PORT: "0", NODE_OPTIONS });
    await server.get("/t/plain");
    return server;
  };

  test.each([
    ["goes through a thread of its own", sent, 1],
    ["needs no thread where there is nothing", unsent, 0],
  ])("%s", async (_, started, threads) => {
    const reports = scratchDirectory("thread-reports");
    const options = `--report-on-signal --report-directory=${reports} --report-filename=report.json`;
    const { signal } = await started(options);
    signal("SIGUSR2");
    const { workers } = await vi.waitFor(
      () => JSON.parse(readFileSync(join(reports, "report.json"), "utf8")),
      { timeout: 15_000 },
    );
    expect(workers).toHaveLength(threads);
  });

  test("goes without one where threads are not allowed", async () => {
    // Node names the permissions of processes in one way or the other.
    const allowed = ["--permission", "--experimental-permission"].filter((option) =>
      process.allowedNodeEnvironmentFlags.has(option),
    );
    const server = await sent(`${allowed[0]} --allow-fs-read=*`);
    expect((await end(server)).code).toBe(0);
    expect(alerts(server)).toEqual([]);
  });
});

// Each test waits for most of its time.
describe.concurrent("a collector costs spans, never requests", () => {
  const small = { OTEL_BSP_MAX_QUEUE_SIZE: "50", OTEL_BSP_MAX_EXPORT_BATCH_SIZE: "50" };

  test("that is not there", async () => {
    const url = (await deadUrl()).replace("//", "//user:s3cret@");
    const server = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      ...small,
    });
    await slowest(server);
    await vi.waitFor(() => expect(alerts(server)).toHaveLength(1), { timeout: 15_000 });
    expect(alerts(server)[0]).toMatch(/^OpenTelemetry could not send (?:metrics|\d+ spans): ECONNREFUSED\.$/);
    await slowest(server, 50);
    expect(alerts(server)).toHaveLength(1); // no more for a while
    const { code, time } = await end(server);
    expect(code).toBe(0);
    expect(time).toBeLessThan(6_000);
    expect(server.log()).not.toContain("s3cret");
  });

  test("that never answers", async () => {
    const collector = await startCollector(() => {});
    const server = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_METRICS_EXPORTER: "none",
      OTEL_EXPORTER_OTLP_TIMEOUT: "500",
      ...small,
    });
    await slowest(server);
    await vi.waitFor(() => expect(alerts(server)).toHaveLength(1), { timeout: 15_000 });
    const { code, time } = await end(server);
    expect(code).toBe(0);
    expect(time).toBeLessThan(6_000);
  });

  test.each([
    ["is not there", async () => deadUrl()],
    ["never answers", async () => (await startCollector(() => {})).url],
  ])("that %s, and the alerts count each of them", async (_, url) => {
    const server = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: await url(),
      OTEL_METRICS_EXPORTER: "none",
      OTEL_EXPORTER_OTLP_TIMEOUT: "500",
      ...small,
    });
    await slowest(server, 400);
    expect((await end(server)).code).toBe(0);
    const told = alerts(server).map((message) => Number(/ (\d+) (?:more )?spans: /.exec(message)?.[1]));
    expect(told.reduce((sum, count) => sum + count, 0)).toBe(400);
  });

  test("that refuses", async () => {
    const collector = await startCollector((response) => {
      response.writeHead(401, { "content-type": "text/plain" }).end("the token s3cret is wrong");
    });
    const server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_METRICS_EXPORTER: "none" });
    await slowest(server, 20);
    await vi.waitFor(() => expect(alerts(server)).toHaveLength(1), { timeout: 15_000 });
    expect(alerts(server)[0]).toMatch(/^OpenTelemetry could not send \d+ spans: status 401\.$/);
    expect((await end(server)).code).toBe(0);
    expect(server.log()).not.toContain("s3cret");
  });

  test("that breaks connections, or answers what nobody understands", async () => {
    let count = 0;
    const collector = await startCollector((response) => {
      if (count++ % 2 === 0) response.destroy();
      else response.writeHead(200, { "content-type": "application/x-protobuf" }).end("x".repeat(100_000));
    });
    const server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...small });
    await slowest(server);
    expect((await end(server)).code).toBe(0);
  });
});

test("without telemetry.cjs beside it, the app serves, and says so once", async () => {
  const directory = scratchDirectory("without-telemetry");
  const out = await built(telemetryApp);
  for (const file of ["server.js", "on-demand.cjs"]) copyFileSync(join(out, file), join(directory, file));
  const server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: await deadUrl() }, directory);
  expect(await slowest(server, 3)).toBeGreaterThan(0);
  expect(alerts(server)).toEqual(["OpenTelemetry cannot be loaded: is telemetry.cjs beside server.js?"]);
  const quiet = await start({ FLOW_ADMIN_PORT: "0" }, directory);
  expect((await fetch(`${quiet.admin}/metrics`)).status).toBe(404);
  expect(alerts(quiet)).toEqual([]);
});
