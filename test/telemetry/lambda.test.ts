/** Spans and metrics on AWS Lambda. Each process ends when it has its answers, as Lambda freezes it then. */
import { execFile } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { scratchDirectory } from "../support/compile.js";
import { eventLines } from "../support/event-line.js";
import { built } from "../support/served.js";
import { deadUrl } from "../support/servers.js";
import { startUpstream, telemetryApp } from "./app.js";
import { startCollector } from "./collector.js";

const upstream = await startUpstream();
const app = await built(telemetryApp, "--target", "lambda");

/** The process that Lambda starts: it answers the paths one after the other, prints what it has, and is gone. */
const invoking = `
  import { Writable } from "node:stream";
  const [file, kind, ...paths] = process.argv.slice(1);
  class Stream extends Writable {
    text = "";
    _write(chunk, _, done) { this.text += chunk; done(); }
  }
  if (kind === "streamHandler")
    globalThis.awslambda = {
      streamifyResponse: (handler) => handler,
      HttpResponseStream: { from: (stream, { statusCode }) => Object.assign(stream, { statusCode }) },
    };
  const handler = (await import(file))[kind];
  const answers = [];
  for (const rawPath of paths) {
    const requestContext = { http: { method: "GET", path: rawPath }, domainName: "shop.example" };
    const event = { version: "2.0", rawPath, rawQueryString: "", headers: {}, requestContext };
    const stream = new Stream();
    const begin = performance.now();
    const { statusCode, body } = kind === "handler" ? await handler(event, {}) : (await handler(event, stream, {}), stream);
    answers.push({ status: statusCode, body: body ?? stream.text, time: performance.now() - begin });
  }
  process.stdout.write(JSON.stringify(answers));
  process.reallyExit(0);
`;

interface Answer {
  readonly status: number;
  readonly body: string;
  /** Milliseconds. */
  readonly time: number;
}

type Kind = "handler" | "streamHandler";

async function invoke(
  kind: Kind,
  paths: readonly string[],
  env: Readonly<Record<string, string>>,
  directory = app,
): Promise<{ readonly answers: readonly Answer[]; readonly log: string }> {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "-e", invoking, join(directory, "lambda.mjs"), kind, ...paths],
    { env: { PATH: process.env.PATH ?? "", UPSTREAM: upstream.url, ...env }, timeout: 60_000 },
  );
  return { answers: JSON.parse(stdout) as readonly Answer[], log: stderr };
}

describe.each<Kind>(["handler", "streamHandler"])("%s", (kind) => {
  test.each(["/t/request", "/t/proxy", "/t/plain"])(
    "has sent all of %s when it has answered",
    async (path) => {
      const collector = await startCollector();
      const { answers } = await invoke(kind, [path], {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        AWS_LAMBDA_FUNCTION_NAME: "orders",
        AWS_REGION: "eu-central-1",
      });
      expect(answers).toMatchObject([{ status: 200, body: "{}" }]);
      const [server, action, client] = [2, 1, 3].map((kind) =>
        collector.spans.find((one) => one.kind === kind),
      );
      expect(server).toMatchObject({
        name: `GET ${path}`,
        attributes: { "http.response.status_code": 200, "url.scheme": "https" },
        resource: { "cloud.provider": "aws", "faas.name": "orders", "cloud.region": "eu-central-1" },
      });
      expect(collector.metrics).toContain("http.server.request.duration");
      if (path === "/t/plain") return;
      expect(action?.parentSpanId).toBe(server?.spanId);
      expect(client?.parentSpanId).toBe(action?.spanId);
      expect(upstream.received.at(-1)?.traceparent).toBe(`00-${client?.traceId}-${client?.spanId}-01`);
    },
  );

  test("sends each time what is new", async () => {
    const collector = await startCollector();
    const paths = ["/t/items/1", "/t/error", "/t/items/2"];
    const { answers } = await invoke(kind, paths, {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces`,
    });
    expect(answers.map(({ status }) => status)).toEqual([200, 503, 200]);
    expect(collector.spans.map(({ attributes }) => attributes["url.path"])).toEqual(paths);
    expect(collector.requests.map(({ path }) => path)).toEqual(["/v1/traces", "/v1/traces", "/v1/traces"]);
  });

  test("waits for a collector that does not answer once, and not with each answer", async () => {
    const { url } = await startCollector(() => {});
    const paths = Array.from({ length: 40 }, (_, index) => `/t/items/${index}`);
    const { answers } = await invoke(kind, paths, { OTEL_EXPORTER_OTLP_ENDPOINT: url });
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
    expect(answers[0]?.time).toBeGreaterThan(900);
    expect(answers.reduce((sum, { time }) => sum + time, 0)).toBeLessThan(20_000);
  });
});

test("a collector that is not there costs no answer", async () => {
  const { answers, log } = await invoke("handler", ["/t/plain", "/t/plain"], {
    OTEL_EXPORTER_OTLP_ENDPOINT: await deadUrl(),
  });
  expect(answers).toMatchObject([{ status: 200 }, { status: 200 }]);
  expect(log).toContain('"type":"engine_access"');
});

test("a wrong setting ends the process", async () => {
  const ended = invoke("handler", ["/t/plain"], { OTEL_TRACES_EXPORTER: "zipkin" });
  await expect(ended).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("OTEL_TRACES_EXPORTER must be otlp or"),
  });
});

test("a file of settings is read there, too, and gives events their names", async () => {
  const file = join(scratchDirectory("lambda-settings"), "settings.env");
  writeFileSync(file, "FLOW_LOG_NAMES=ecs\n");
  const { log } = await invoke("handler", ["/t/plain"], { FLOW_SETTINGS_FILE: file });
  expect(eventLines(log)).toMatchObject([{ "event.action": "engine_access", "url.path": "/t/plain" }]);
});

test("without a setting, OpenTelemetry is not even looked for", async () => {
  const alone = scratchDirectory("telemetry-lambda-alone");
  copyFileSync(join(app, "lambda.mjs"), join(alone, "lambda.mjs"));
  const plain = await invoke("handler", ["/t/plain"], {}, alone);
  expect(plain.answers).toMatchObject([{ status: 200 }]);
  expect(plain.log).not.toContain("telemetry");
  const asked = await invoke("handler", ["/t/plain"], { OTEL_TRACES_EXPORTER: "otlp" }, alone);
  expect(asked.answers).toMatchObject([{ status: 200 }]);
  expect(asked.log).toContain("is telemetry.cjs beside");
});
