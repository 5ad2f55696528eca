/**
 * OpenTelemetry: spans and metrics of the requests that a process answers. It becomes the file `telemetry.cjs` beside
 * `server.js`, which loads it where the operator asks for it. `runtime/observe/telemetry/` is what the two have in common.
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
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter } from "@opentelemetry/sdk-trace-base";
import type { Host, RunningTelemetry, TelemetryModule, TelemetrySettings } from "../node/telemetry-module.js";
import { collectorSender } from "./collector.js";
import { metricExporter, type SpanCount, spanExporter } from "./exporters.js";
import { createInstruments, Histograms } from "./instruments.js";
import { TextReader } from "./prometheus.js";
import { observeRequests } from "./request-spans.js";
import { samplingOf } from "./sampler.js";
import { sendForOthers, threadSender } from "./sender-thread.js";
import { readSettings } from "./telemetry-settings.js";
import { Traces } from "./traces.js";
import { tellMetrics, WorkerMetrics } from "./worker-metrics.js";

/** The name of what makes the spans and the metrics. */
const scope = "flowc";

/** Milliseconds that the last spans and metrics have on their way when the process ends. */
const farewell = 3_000;

function startTelemetry(settings: TelemetrySettings, host: Host): RunningTelemetry | undefined {
  const { traces, metrics, showsMetrics } = settings;
  if (traces.length === 0 && metrics.length === 0 && !showsMetrics) return undefined;
  const spanCount: SpanCount = { waiting: 0 };
  silence((count) => {
    spanCount.waiting -= count;
    host.lost("spans", count, "there is no more room for them");
  });
  const resource = ownResource();
  // A function has no other requests while it sends, and a thread would have it start later.
  const send = process.env.AWS_LAMBDA_FUNCTION_NAME ? collectorSender() : threadSender();
  const processors = traces.map(
    (way) => new CountedSpans(spanExporter(way, send, host.lost, spanCount), spanCount),
  );
  const spans =
    processors.length === 0
      ? undefined
      : new Traces(resource, processors, samplingOf(process.env), { name: scope });
  const histograms = new Histograms(resource, scope);
  const text = showsMetrics ? new TextReader(histograms) : undefined;
  const readers: MetricReader[] = text === undefined ? [] : [text];
  for (const way of metrics) readers.push(sender(settings, metricExporter(way, send, host.lost), histograms));
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
      if (spanCount.waiting > 0) host.lost("spans", spanCount.waiting, "the process ended");
    },
  };
}

/** Counts the spans that it gets: the SDK does not tell of all that it drops, least of all when the process ends. */
class CountedSpans extends BatchSpanProcessor {
  constructor(
    exporter: SpanExporter,
    private readonly count: SpanCount,
  ) {
    super(exporter);
  }

  override onEnd(span: ReadableSpan): void {
    this.count.waiting++;
    super.onEnd(span);
  }
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
function silence(dropped: (spans: number) => void): void {
  setGlobalErrorHandler(() => {}); // exporters have reported it
  const nothing = () => {};
  const warn = (message: string) => {
    const [, count] = /^Dropped (\d+) spans/.exec(message) ?? [];
    if (count !== undefined) dropped(Number(count));
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

/** The facts that AWS Lambda tells the processes of a function. */
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

sendForOthers();

// One object, so that the compiler compares it with what the server expects.
const telemetryModule: TelemetryModule = {
  readSettings,
  startTelemetry,
  metricsOfWorkers(cluster, own) {
    const metrics = new WorkerMetrics(cluster, own);
    return () => metrics.text();
  },
  tellMetrics,
};

export { telemetryModule };
