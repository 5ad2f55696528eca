/** Spans and metrics of the same app on the servers of other runtimes. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { needing } from "../support/needs.js";
import { otherServers, otherTargets } from "../support/other-servers.js";
import { flowc } from "../support/project.js";
import { type RunningProcess, serve } from "../support/servers.js";
import { buildApp, startUpstream, type Upstream } from "./app.js";
import { startCollector } from "./collector.js";

let out = "";
let upstream: Upstream;
beforeAll(async () => {
  [out, upstream] = await Promise.all([buildApp("telemetry-runtimes"), startUpstream()]);
  expect(await flowc("build", join(out, "../flows"), "-o", out, ...otherTargets)).toMatchObject({ code: 0 });
});
afterAll(() => upstream.stop());

for (const { title, program: name, needs, command } of otherServers) {
  describe(title, needing(needs), () => {
    test("sends spans, and shows metrics", async () => {
      const collector = await startCollector();
      const env = {
        UPSTREAM: upstream.url,
        FLOW_ADMIN_PORT: "0",
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_BSP_SCHEDULE_DELAY: "50",
      };
      const app: RunningProcess = await serve(out, env, command(out));
      try {
        await (await fetch(`${app.url}/t/request`)).arrayBuffer();
        const spans = await collector.spansOf(3, ({ attributes }) => attributes["url.path"] !== "/");
        const [server, action, client] = [2, 1, 3].map((kind) => spans.find((one) => one.kind === kind));
        expect(server).toMatchObject({ name: "GET /t/request", parentSpanId: "" });
        expect(server?.resource["process.runtime.name"]).toBe(name);
        expect(action).toMatchObject({ name: "request", parentSpanId: server?.spanId });
        expect(action?.attributes["flow.place"]).toBe("2.xml:2");
        expect(client).toMatchObject({ name: "GET", parentSpanId: action?.spanId });
        const text = await (await fetch(`${app.admin}/metrics`)).text();
        expect(text).toMatch(
          /^http_server_request_duration_seconds_count\{.*http_route="\/t\/request".*\} 1$/m,
        );
        const received = upstream.received.at(-1);
        expect(received?.traceparent).toBe(`00-${client?.traceId}-${client?.spanId}-01`);
        await app.end();
        expect([...collector.metrics]).toContain("http.client.request.duration");
      } finally {
        await Promise.all([app.stop(), collector.stop()]);
      }
    });
  });
}
