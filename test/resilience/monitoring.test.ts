/** The metric of refusals in an app that is served, and the alert rules and the dashboard in docs/monitoring/. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { parse } from "yaml";
import { repository } from "../support/project.js";
import { buildOutput } from "../support/raw.js";
import { apiFiles } from "../support/samples.js";
import { serve } from "../support/servers.js";
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
  const out = await buildOutput("refusals", { ...files, "swagger.yaml": api });
  const app = await serve(out, { FAULTY: faulty.url, FLOW_ADMIN_PORT: "0" });
  try {
    faulty.steps = [503];
    const statuses: unknown[] = [];
    for (let index = 0; index < 6; index++) statuses.push((await fetch(`${app.url}/t/x`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect(faulty.seen).toHaveLength(2);
    faulty.seen = [];
    const ready = await fetch(`${app.admin}/readyz`);
    expect([ready.status, await ready.text(), faulty.seen]).toEqual([
      503,
      `no answer from ${new URL(faulty.url).host}\n`,
      ["GET /health"],
    ]);
    const shown = async () => (await fetch(`${app.admin}/metrics`)).text();
    const metrics = await shown();
    expect(metrics).toMatch(
      /^flow_upstream_up\{(?=.*server_address="127\.0\.0\.1")(?=.*server_port=).*\} 0$/m,
    );
    expect(metrics).toMatch(
      /^flow_refusals_total\{(?=.*flow_refusal="breaker")(?=.*server_address="127\.0\.0\.1").*\} 3$/m,
    );
    expect(metrics).toMatch(/^flow_refusals_total\{flow_refusal="limit".*\} 1$/m);
    faulty.steps = [204];
    const well = async () => expect(await shown()).toMatch(/^flow_upstream_up\{.*\} 1$/m);
    await vi.waitFor(well, { timeout: 20_000, interval: 300 });
    expect((await fetch(`${app.admin}/readyz`)).status).toBe(200);
  } finally {
    await app.stop();
  }
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
      !/^(?:http_route|http_response_status_code|flow_refusal|flow_fault|flow_cache_result|flow_body_sender)$/.test(
        name,
      )
    )
      expect([...known]).toContain(name);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
});
