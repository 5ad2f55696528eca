/** Spans and metrics on standard output. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { scratchDirectory } from "../support/compile.js";
import { built, served } from "../support/served.js";
import { startUpstream, telemetryApp } from "./app.js";
import { metricsInJson, spansInJson } from "./collector.js";

const upstream = await startUpstream();

test("are lines of JSON, without the log among them", async () => {
  const file = join(scratchDirectory("console"), "output.jsonl");
  const app = await served(
    telemetryApp,
    {
      UPSTREAM: upstream.url,
      OTEL_TRACES_EXPORTER: "console",
      OTEL_METRICS_EXPORTER: "console",
      OTEL_BSP_SCHEDULE_DELAY: "60000",
    },
    () => ["/bin/sh", "-c", `exec "${process.execPath}" server.js >"${file}"`],
  );
  await (await app.get("/t/request")).arrayBuffer();
  expect(await app.end()).toBe(0);
  const lines = readFileSync(file, "utf8").split("\n");
  expect(lines.pop()).toBe("");
  const has = (member: string) => (line: string) => Object.keys(JSON.parse(line)).join() === member;
  const spans = lines.filter(has("resourceSpans")).flatMap((line) => spansInJson(Buffer.from(line)));
  const metrics = lines.filter(has("resourceMetrics")).flatMap((line) => metricsInJson(Buffer.from(line)));
  expect(lines.length).toBe(2);
  const [server, action, client] = ["GET /t/request", "request", "GET"].map((wanted) =>
    spans.find(({ name, attributes }) => name === wanted && attributes["url.path"] !== "/"),
  );
  expect(action?.parentSpanId).toBe(server?.spanId);
  expect(client?.parentSpanId).toBe(action?.spanId);
  expect(metrics).toContain("http.server.request.duration");
  expect(app.log()).toContain('"type":"engine_access"');
  expect(app.log()).not.toContain("resourceSpans");
});

test("cost no request where nobody reads them", async () => {
  const app = spawn(process.execPath, [join(await built(telemetryApp), "server.js")], {
    env: {
      PATH: process.env.PATH,
      PORT: "0",
      HOST: "127.0.0.1",
      OTEL_TRACES_EXPORTER: "console",
      OTEL_BSP_SCHEDULE_DELAY: "10",
      OTEL_BSP_EXPORT_TIMEOUT: "50",
    },
    stdio: ["ignore", "pipe", "pipe"], // the first pipe is never read
  });
  let log = "";
  app.stderr.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  const origin = await vi.waitUntil(() => /listening on (http:[^\s"]+)/.exec(log)?.[1], { timeout: 15_000 });
  const url = `${origin}/t/plain`;
  const isLost = () => /OpenTelemetry could not send \d+ spans: ENOBUFS/.test(log);
  const many = Array.from({ length: 32 }, () => url);
  const statuses = async () => Promise.all(many.map(async (each) => (await fetch(each)).status));
  for (let round = 0; round < 1_000 && !isLost(); round++)
    expect(new Set(await statuses())).toEqual(new Set([200]));
  expect(isLost()).toBe(true);
  expect((await fetch(url)).status).toBe(200);
  app.kill("SIGTERM");
  expect(await once(app, "exit")).toEqual([0, null]);
});
