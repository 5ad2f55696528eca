import { describe, expect, test } from "vitest";
import { needing } from "../support/needs.js";
import { otherServers, otherTargets } from "../support/other-servers.js";
import { built, served } from "../support/served.js";
import { startUpstream, telemetryApp } from "./app.js";
import { startCollector } from "./collector.js";

const upstream = await startUpstream();

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
      const app = await served(built(telemetryApp, ...otherTargets), env, command);
      await (await app.get("/t/request")).arrayBuffer();
      const spans = await collector.spansOf(3, ({ attributes }) => attributes["url.path"] !== "/");
      const [server, action, client] = [2, 1, 3].map((kind) => spans.find((one) => one.kind === kind));
      expect(server).toMatchObject({ name: "GET /t/request", parentSpanId: "" });
      expect(server?.resource["process.runtime.name"]).toBe(name);
      expect(action).toMatchObject({ name: "request", parentSpanId: server?.spanId });
      expect(action?.attributes["flow.place"]).toBe("2.xml:2");
      expect(client).toMatchObject({ name: "GET", parentSpanId: action?.spanId });
      const text = await app.metrics();
      expect(text).toMatch(
        /^http_server_request_duration_seconds_count\{.*http_route="\/t\/request".*\} 1$/m,
      );
      const received = upstream.received.at(-1);
      expect(received?.traceparent).toBe(`00-${client?.traceId}-${client?.spanId}-01`);
      await app.end();
      expect([...collector.metrics]).toContain("http.client.request.duration");
    });
  });
}
