/**
 * OpenTelemetry: spans and metrics of the requests that a process answers. It becomes the file `telemetry.cjs` beside
 * `server.js`, which loads it where the operator asks for it. `runtime/telemetry/` is what the two have in common.
 * @module
 */
import { type Attributes, DiagLogLevel, diag } from "@opentelemetry/api";
import { setGlobalErrorHandler } from "@opentelemetry/core";
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import {
  MeterProvider,
  type MetricReader,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
} from "@opentelemetry/sdk-metrics";
import { BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { Host, RunningTelemetry, TelemetryModule, TelemetrySettings } from "../node/telemetry-module.js";
import { metricExporter, spanExporter } from "./exporters.js";
import { createInstruments, Histograms } from "./instruments.js";
import { TextReader } from "./prometheus.js";
import { observeRequests } from "./requests.js";
import { samplingOf } from "./sampler.js";
import { readSettings } from "./settings.js";
import { Traces } from "./traces.js";
import { tellMetrics, WorkerMetrics } from "./worker-metrics.js";

/** The name of what makes the spans and the metrics. */
const scope = "flowc";

/** Milliseconds that the last spans and metrics have on their way when the process ends. */
const farewell = 3_000;

function startTelemetry(settings: TelemetrySettings, host: Host): RunningTelemetry | undefined {
  const { traces, metrics, showsMetrics } = settings;
  if (traces.length === 0 && metrics.length === 0 && !showsMetrics) return undefined;
  silence(host.lost);
  const resource = ownResource();
  const processors = traces.map((way) => new BatchSpanProcessor(spanExporter(way, host.lost)));
  const spans =
    processors.length === 0 ? undefined : new Traces(resource, processors, samplingOf(process.env), scope);
  const histograms = new Histograms(resource, scope);
  const text = showsMetrics ? new TextReader(histograms) : undefined;
  const readers: MetricReader[] = text === undefined ? [] : [text];
  for (const way of metrics) readers.push(sender(settings, metricExporter(way, host.lost), histograms));
  const meters = readers.length === 0 ? undefined : new MeterProvider({ resource, readers });
  return {
    telemetry: observeRequests({
      traces: spans,
      instruments: meters && createInstruments(meters.getMeter(scope), histograms, host),
    }),
    metrics: text && (() => text.text()),
    async flush() {
      await Promise.allSettled([spans?.flush(), meters?.forceFlush()]);
    },
    async end() {
      const late = new Promise((resolve) => setTimeout(resolve, farewell));
      await Promise.race([Promise.allSettled([spans?.shutdown(), meters?.shutdown()]), late]);
    },
  };
}

function sender(
  settings: TelemetrySettings,
  exporter: PushMetricExporter,
  histograms: Histograms,
): MetricReader {
  return new PeriodicExportingMetricReader({
    metricProducers: [histograms],
    exporter,
    exportIntervalMillis: settings.metricInterval,
    exportTimeoutMillis: settings.metricTimeout,
  });
}

/** The SDK writes nothing itself. What it loses because nobody takes it is reported. */
function silence(lost: Host["lost"]): void {
  setGlobalErrorHandler(() => {}); // exporters have reported it
  const nothing = () => {};
  const warn = (message: string) => {
    const [, count] = /^Dropped (\d+) spans/.exec(message) ?? [];
    if (count !== undefined) lost("spans", Number(count), "there is no more room for them");
  };
  diag.setLogger(
    { error: nothing, warn, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

function ownResource(): Resource {
  const own = resourceFromAttributes({
    ...functionAttributes(process.env),
    "service.instance.id": crypto.randomUUID(),
    "process.pid": process.pid,
    "process.runtime.name": runtimeName(),
    "process.runtime.version": process.version,
  });
  return defaultResource()
    .merge(own)
    .merge(detectResources({ detectors: [envDetector] }));
}

/** What AWS Lambda tells the processes of a function. */
function functionAttributes(env: NodeJS.ProcessEnv): Attributes {
  const { AWS_LAMBDA_FUNCTION_NAME: name, AWS_LAMBDA_FUNCTION_VERSION: version, AWS_REGION: region } = env;
  if (!name) return {};
  return {
    "cloud.provider": "aws",
    "cloud.platform": "aws_lambda",
    "faas.name": name,
    ...(version && { "faas.version": version }),
    ...(region && { "cloud.region": region }),
  };
}

function runtimeName(): string {
  const { bun, deno } = process.versions;
  return bun === undefined ? (deno === undefined ? "nodejs" : "deno") : "bun";
}

// One object, so that the compiler compares it with what the server expects.
const telemetryModule: TelemetryModule = {
  readSettings,
  startTelemetry,
  metricsOfWorkers(cluster, faults) {
    const metrics = new WorkerMetrics(cluster, faults);
    return () => metrics.text();
  },
  tellMetrics,
};

export { telemetryModule };
