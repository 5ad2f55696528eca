/** The metric of refusals in an app that is served, and the alert rules and the dashboard in docs/monitoring/. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { parse } from "yaml";
import { repository } from "../support/project.js";
import { apiFiles } from "../support/samples.js";
import { built, served } from "../support/served.js";
import { startCollector } from "../telemetry/collector.js";
import { trace, tracedApp } from "../trace/support.js";
import { Faulty } from "./faulty.js";

const faulty = new Faulty();
const text = (path: string) => readFileSync(join(repository, "docs", path), "utf8");

test("refusals are counted by what refuses, and by the upstream system; probes ask for its health", async () => {
  const flow = `<request content="up">{ "url": {{ $env/FAULTY }} }</request>
<template>{{ $upstream/up/status }}</template>`;
  const files = apiFiles({ "/x": flow });
  const more = {
    "x-flow-upstreams": { "$env/FAULTY": { breaker: "100% of 2", rest: 3600, health: "/health" } },
    "x-flow-limit": { rate: "5/h" },
  };
  const api = JSON.stringify({ ...JSON.parse(String(files["swagger.yaml"])), ...more });
  const out = await built({ ...files, "swagger.yaml": api });
  const app = await served(out, { FAULTY: faulty.url, FLOW_ADMIN_PORT: "0" });
  faulty.steps = [503];
  const statuses: unknown[] = [];
  for (let index = 0; index < 6; index++) statuses.push((await app.get("/t/x")).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect(faulty.seen).toHaveLength(2);
  faulty.seen = [];
  const ready = await fetch(`${app.admin}/readyz`);
  expect([ready.status, await ready.text(), faulty.seen]).toEqual([
    503,
    `no answer from ${new URL(faulty.url).host}\n`,
    ["GET /health"],
  ]);
  const metrics = await app.metrics();
  expect(metrics).toMatch(/^flow_upstream_up\{(?=.*server_address="127\.0\.0\.1")(?=.*server_port=).*\} 0$/m);
  expect(metrics).toMatch(
    /^flow_refusals_total\{(?=.*flow_refusal="breaker")(?=.*server_address="127\.0\.0\.1").*\} 3$/m,
  );
  expect(metrics).toMatch(/^flow_refusals_total\{flow_refusal="limit".*\} 1$/m);
  faulty.steps = [204];
  const well = async () => expect(await app.metrics()).toMatch(/^flow_upstream_up\{.*\} 1$/m);
  await vi.waitFor(well, { timeout: 20_000, interval: 300 });
  expect((await fetch(`${app.admin}/readyz`)).status).toBe(200);
});

/** The events in a trace that tell of upstream requests and of refusals. */
const marks = ({ trace: { events } }: Awaited<ReturnType<typeof trace>>) =>
  events.flatMap((event): unknown[] => {
    if (event.kind === "upstream")
      return [[event.response?.status ?? event.failure, event.attempt, event.isShared]];
    return event.kind === "message" && event.level === "info" ? [event.text.replace(faulty.url, "up")] : [];
  });

test("traces and spans have a mark of each attempt, each refusal and each response that is shared", async () => {
  const up = (more = "") =>
    `{ "url": {{ $env/FAULTY }}, "options": { "retry": { "attempts": 3, "wait": 0.001 }${more} } }`;
  const share = up(', "share": true');
  const files = apiFiles({
    "/retry": `<request content="up">${up()}</request><template>{{ $upstream/up/attempts }}</template>`,
    "/share": `<requests>{ "a": ${share}, "b": ${share} }</requests>
<template>{{ $upstream/a/attempts + $upstream/b/attempts }}</template>`,
    "/limit": "",
  });
  const api = JSON.parse(String(files["swagger.yaml"]));
  api["x-flow-upstreams"] = { "$env/FAULTY": { breaker: "100% of 4", rest: 3600 } };
  api.paths["/limit"]["x-flow-limit"] = { rate: "1/h" };
  const all = { ...files, "swagger.yaml": JSON.stringify(api) };
  const traced = await tracedApp(all);
  faulty.steps = [503, 200, 503];
  expect(marks(await trace(traced, "/t/retry"))).toEqual([
    [503, undefined, undefined],
    [200, 2, undefined],
  ]);
  expect(marks(await trace(traced, "/t/limit"))).toEqual([]);
  expect(marks(await trace(traced, "/t/limit"))).toEqual(["limit refuses the request."]);
  faulty.steps = [503];
  await trace(traced, "/t/retry");
  await trace(traced, "/t/retry");
  expect(marks(await trace(traced, "/t/retry"))).toEqual([
    ["The server has failed too often, and is left alone for now.", undefined, undefined],
    "breaker refuses a request to up.",
  ]);

  const collector = await startCollector();
  const app = await served(all, {
    FAULTY: faulty.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_BSP_SCHEDULE_DELAY: "50",
  });
  const answer = async (path: string) => (await app.get(`/t/${path}`)).json();
  faulty.steps = [503, 200];
  expect(await answer("retry")).toBe(2);
  await collector.spansOf(1, ({ attributes }) => attributes["http.request.resend_count"] === 1);
  expect(await answer("share")).toBe(1);
  await collector.spansOf(1, ({ attributes }) => "flow.shared" in attributes);
  faulty.steps = [503];
  for (let count = 0; count < 4; count++) await answer("retry");
  await collector.spansOf(1, (span) => JSON.stringify(span).includes('"flow.refusal"'));
});

test("alert rules and dashboard use metrics and labels that there are", () => {
  const [, table = ""] = /## Metrics\n\n([\s\S]*?)\n\n/.exec(text("observability.md")) ?? [];
  const known = new Set([...table.matchAll(/`([a-z0-9_]+_[a-z0-9_]+)`/g)].map(([, name]) => name));
  for (const name of [
    "nodejs_eventloop_delay_p99_seconds",
    "v8js_memory_heap_max_bytes",
    "process_memory_usage_bytes",
  ])
    known.add(name);
  const rules = (
    parse(text("monitoring/alerts.yml")) as { groups: { rules: { alert: string; expr: string }[] }[] }
  ).groups.flatMap((group) => group.rules);
  const panels = (
    JSON.parse(text("monitoring/dashboard.json")) as { panels: { targets: { expr: string }[] }[] }
  ).panels;
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  const used = expressions.flatMap(
    (expr) => expr.match(/\b(?:http|flow|process|nodejs|v8js)_[a-z0-9_]+(?=[{[\s)/]|$)/g) ?? [],
  );
  expect(used.length).toBeGreaterThan(25);
  for (const name of used.map((one) => one.replace(/_(?:count|bucket)$/, "")))
    if (
      !/^(?:http_route|http_response_status_code|flow_refusal|flow_fault|flow_certificate|flow_certificate_source|flow_cache_result|flow_body_sender)$/.test(
        name,
      )
    )
      expect([...known]).toContain(name);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
});
