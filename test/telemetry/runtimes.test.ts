/** Spans and metrics of the same app on the servers of other runtimes. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { needing } from "../support/needs.js";
import { flowc, repository } from "../support/project.js";
import { type RunningProcess, serve } from "../support/servers.js";
import { buildApp, startUpstream, type Upstream } from "./app.js";
import { startCollector } from "./collector.js";

let out = "";
let upstream: Upstream;
beforeAll(async () => {
  [out, upstream] = await Promise.all([buildApp("telemetry-runtimes"), startUpstream()]);
  const targets = ["node", "bun", "deno"].flatMap((name) => ["--target", name]);
  expect(await flowc("build", join(out, "../flows"), "-o", out, ...targets)).toMatchObject({ code: 0 });
});
afterAll(() => upstream.stop());

const deno = ["run", "--allow-net", "--allow-env", "--allow-read", "--allow-sys"];
const ways: readonly (readonly [string, string, readonly string[], string])[] = [
  ["server.js on Bun", "bun", [], "server.js"],
  ["bun.js", "bun", [], "bun.js"],
  ["server.js on Deno", "deno", deno, "server.js"],
  ["deno.js", "deno", deno, "deno.js"],
];

for (const [title, name, args, file] of ways) {
  const command = join(repository, "test/runtimes/node_modules/.bin", name);
  const installed = {
    name: `${name}: npm install --no-save --prefix test/runtimes`,
    isThere: existsSync(command),
  };
  describe(title, needing(installed), () => {
    test("sends spans, and shows metrics", async () => {
      const collector = await startCollector();
      const env = {
        UPSTREAM: upstream.url,
        FLOW_ADMIN_PORT: "0",
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_BSP_SCHEDULE_DELAY: "50",
      };
      const app: RunningProcess = await serve(out, env, [command, ...args, join(out, file)]);
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
