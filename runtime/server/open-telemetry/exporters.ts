import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import { OTLPMetricExporter as JsonMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPMetricExporter as ProtobufMetricExporter } from "@opentelemetry/exporter-metrics-otlp-proto";
import { OTLPTraceExporter as JsonTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtobufTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  JsonMetricsSerializer,
  JsonTraceSerializer,
  ProtobufTraceSerializer,
} from "@opentelemetry/otlp-transformer";
import type { PushMetricExporter } from "@opentelemetry/sdk-metrics";
import type { SpanExporter } from "@opentelemetry/sdk-trace-base";
import type { Host, Way } from "../node/telemetry-module.js";
import { encodeSpans } from "./encode-spans.js";
import { RecordedSpan } from "./recorded-span.js";

/** How many spans have ended that were neither sent nor told as lost. */
export interface SpanCount {
  waiting: number;
}

/** Sends spans. Where they go, and how, the SDK reads from the environment. */
export function spanExporter(way: Way, lost: Host["lost"], count: SpanCount): SpanExporter {
  return watched(spanExporterFor(way), (spans, failure) => {
    count.waiting -= spans.length;
    if (failure !== undefined) lost("spans", spans.length, failure);
  });
}

function spanExporterFor(way: Way): SpanExporter {
  if (way === "console") return new LineExporter(JsonTraceSerializer);
  if (way === "http/json") return new JsonTraceExporter();
  // The exporter takes no other serializer. Should it stop asking this object, it writes the same bytes by itself.
  ProtobufTraceSerializer.serializeRequest = (spans) =>
    encodeSpans(spans.filter((span) => span instanceof RecordedSpan));
  return new ProtobufTraceExporter();
}

export function metricExporter(way: Way, lost: Host["lost"]): PushMetricExporter {
  const exporter = metricExporterFor(way);
  return watched(exporter, (_, failure) => failure !== undefined && lost("metrics", 1, failure));
}

function metricExporterFor(way: Way): PushMetricExporter {
  if (way === "console") return new LineExporter(JsonMetricsSerializer);
  return way === "http/json" ? new JsonMetricExporter() : new ProtobufMetricExporter();
}

interface Exporter<T> {
  export(items: T, done: (result: ExportResult) => void): void;
}

/** The exporter, which tells what it has sent, or why it could not. */
function watched<T, E extends Exporter<T>>(
  exporter: E,
  done: (items: Parameters<E["export"]>[0], failure: string | undefined) => void,
): E {
  const send = exporter.export.bind(exporter);
  exporter.export = (items, tell) =>
    send(items, (result) => {
      done(items, result.code === ExportResultCode.FAILED ? reasonOf(result.error) : undefined);
      tell(result);
    });
  return exporter;
}

/** Nothing of what the collector answered, and no URL: both may have secrets. */
function reasonOf(error: unknown): string {
  const code: unknown =
    typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  if (typeof code === "number") return `status ${code}`;
  if (typeof code === "string" && /^[A-Z_\d]{1,40}$/.test(code)) return code;
  const message = error instanceof Error ? error.message : "";
  if (/timed? ?out/i.test(message)) return "timeout";
  return /limit/.test(message) ? "the collector is too slow" : "the connection failed";
}

/** Bytes that may wait for somebody who reads standard output. */
const maxBacklog = 4 * 1024 * 1024;

const full = Object.assign(new Error("Nobody reads standard output."), { code: "ENOBUFS" });

interface Serializer<T> {
  serializeRequest(items: T): Uint8Array | undefined;
}

/**
 * Writes to standard output what others send to a collector: each time one line, in the JSON of OTLP, as the file
 * exporter of OpenTelemetry has it. The log goes to standard error.
 */
class LineExporter<T> {
  constructor(private readonly serializer: Serializer<T>) {
    process.stdout.on("error", () => {}); // who reads it may go
  }

  export(items: T, done: (result: ExportResult) => void): void {
    const line = this.serializer.serializeRequest(items) ?? [];
    if (process.stdout.writableLength > maxBacklog) {
      done({ code: ExportResultCode.FAILED, error: full });
      return;
    }
    process.stdout.write(`${Buffer.from(line).toString()}\n`, (error) =>
      done(error ? { code: ExportResultCode.FAILED, error } : { code: ExportResultCode.SUCCESS }),
    );
  }

  async forceFlush(): Promise<void> {}

  async shutdown(): Promise<void> {}
}
