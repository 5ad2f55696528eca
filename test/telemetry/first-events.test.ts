/** Counts are there from the start, with 0: Prometheus sees a count rise only from one that it has seen before. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { faultCounts } from "../../runtime/observe/logs/faults.js";
import { leftOutCounts } from "../../runtime/observe/logs/left-out.js";
import { upstreamRefusals } from "../../runtime/observe/telemetry/request-events.js";
import { refusedStatuses } from "../../runtime/observe/telemetry/telemetry.js";
import { cacheResults } from "../../runtime/server/open-telemetry/span-attributes.js";
import { needing } from "../support/needs.js";
import { repository } from "../support/project.js";
import { apiFiles } from "../support/samples.js";
import { served } from "../support/served.js";

const promtool = "/usr/bin/promtool";
const files = apiFiles({ "/x": "<template>{}</template>" });
const api = JSON.parse(String(files["swagger.yaml"]));
// Its port is where nobody listens; no request is sent there.
api["x-flow-upstreams"] = { "$env/UP": { breaker: "50% of 10" }, "http://127.0.0.1:9": { rate: "5/s" } };
const app = { ...files, "swagger.yaml": JSON.stringify(api) };

/** The sets of labels that each count has from the start. */
const labels: Readonly<Record<string, readonly string[]>> = {
  flow_requests_abandoned_total: [""],
  flow_requests_refused_total: refusedStatuses.map((status) => `http_response_status_code="${status}"`),
  flow_refusals_total: [
    'flow_refusal="limit"',
    ...["7", "9"].flatMap((port) =>
      upstreamRefusals.map((why) => `flow_refusal="${why}",server_address="127.0.0.1",server_port="${port}"`),
    ),
  ],
  flow_connections_refused_total: [""],
  flow_cache_requests_total: cacheResults.map((result) => `flow_cache_result="${result}"`),
  flow_events_left_out_total: [...leftOutCounts().keys()].map((kind) => `flow_event="${kind}"`),
  flow_faults_total: [...faultCounts().keys()].map((kind) => `flow_fault="${kind}"`),
};

describe.each(["1", "2"])("%s processes", (FLOW_WORKERS) => {
  const start = () => served(app, { FLOW_WORKERS, FLOW_ADMIN_PORT: "0", UP: "http://127.0.0.1:7/path" });

  test("all counts that the documentation names are there before the first event, for all fixed labels", async () => {
    const page = readFileSync(join(repository, "docs/observability.md"), "utf8");
    const documented = [...page.matchAll(/\| `(flow_\w+_total)` \|/g)].map(([, name = ""]) => name);
    const others = ["flow_gc_time_seconds_total"]; // it has happened already
    expect([...Object.keys(labels), ...others].sort()).toEqual([...documented].sort());
    const { metrics } = await start();
    await vi.waitFor(
      async () => {
        const text = await metrics();
        for (const [name, sets] of Object.entries(labels)) {
          const found = [...text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, "gm"))];
          expect(found.map(([, set = ""]) => set).sort(), name).toEqual([...sets].sort());
          for (const [line, , value] of found) expect(value, line).toBe("0");
        }
        expect(text.match(/^flow_gc_time_seconds_total/gm)).toHaveLength(4);
      },
      { timeout: 20_000, interval: 1_100 },
    );
  });

  test(
    "promtool has nothing to say about them",
    needing({ name: "promtool: apt-get install prometheus", isThere: existsSync(promtool) }),
    async () => {
      const { metrics } = await start();
      const { status, stdout, stderr } = spawnSync(promtool, ["check", "metrics"], {
        input: await metrics(),
        encoding: "utf8",
      });
      expect([status, stdout, stderr]).toEqual([0, "", ""]);
    },
  );
});
