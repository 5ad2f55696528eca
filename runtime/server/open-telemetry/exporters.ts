import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import { OTLPMetricExporterBase } from "@opentelemetry/exporter-metrics-otlp-http";
import {
  JsonMetricsSerializer,
  JsonTraceSerializer,
  ProtobufMetricsSerializer,
} from "@opentelemetry/otlp-transformer";
import type { PushMetricExporter, ResourceMetrics } from "@opentelemetry/sdk-metrics";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace-base";
import type { Host, Protocol, Way } from "../node/telemetry-module.js";
import { reasonOf, type Send, type Signal } from "./collector.js";
import { encodeSpans } from "./encode-spans.js";
import { RecordedSpan } from "./recorded-span.js";

/** How many spans have ended that were neither sent nor told as lost. */
export interface SpanCount {
  waiting: number;
}

/** @param send sends to the collector */
export function spanExporter(way: Way, send: Send, lost: Host["lost"], count: SpanCount): SpanExporter {
  const exporter =
    way === "console"
      ? new LineExporter(JsonTraceSerializer)
      : new SendingExporter("TRACES", way, way === "http/json" ? JsonTraceSerializer : ownSerializer, send);
  return watched(exporter, (spans, failure) => {
    count.waiting -= spans.length;
    if (failure !== undefined) lost("spans", spans.length, failure);
  });
}

/** @param send sends to the collector */
export function metricExporter(way: Way, send: Send, lost: Host["lost"]): PushMetricExporter {
  const exporter = way === "console" ? new LineExporter(JsonMetricsSerializer) : sendingMetrics(way, send);
  return watched(exporter, (_, failure) => failure !== undefined && lost("metrics", 1, failure));
}

/** With the temporality that the environment asks for. */
function sendingMetrics(protocol: Protocol, send: Send): PushMetricExporter {
  const serializer = protocol === "http/json" ? JsonMetricsSerializer : ProtobufMetricsSerializer;
  return new OTLPMetricExporterBase(
    new SendingExporter<ResourceMetrics>("METRICS", protocol, serializer, send),
  );
}

const ownSerializer: Serializer<ReadableSpan[]> = {
  serializeRequest: (spans) => encodeSpans(spans.filter((span) => span instanceof RecordedSpan)),
};

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
      done(
        items,
        result.code === ExportResultCode.FAILED ? (result.error?.message ?? "nobody says why") : undefined,
      );
      tell(result);
    });
  return exporter;
}

/** Makes messages of what it gets, and has them sent to a collector. */
class SendingExporter<T> {
  readonly #sending = new Set<Promise<unknown>>();

  constructor(
    private readonly signal: Signal,
    private readonly protocol: Protocol,
    private readonly serializer: Serializer<T>,
    private readonly send: Send,
  ) {}

  export(items: T, done: (result: ExportResult) => void): void {
    const { signal, protocol } = this;
    const bytes = this.serializer.serializeRequest(items) ?? new Uint8Array();
    const sending = this.send({ signal, protocol, bytes }).then((failure) => {
      this.#sending.delete(sending);
      done(
        failure === undefined
          ? { code: ExportResultCode.SUCCESS }
          : { code: ExportResultCode.FAILED, error: new Error(failure) },
      );
    });
    this.#sending.add(sending);
  }

  async forceFlush(): Promise<void> {
    await Promise.all(this.#sending);
  }

  shutdown(): Promise<void> {
    return this.forceFlush();
  }

  /** For metrics about the exporter itself, which nobody asks for. */
  setMetrics(): void {}
}

/** Bytes that may wait for somebody who reads standard output. */
const maxBacklog = 4 * 1024 * 1024;

const full = new Error("ENOBUFS");

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
      done(
        error
          ? { code: ExportResultCode.FAILED, error: new Error(reasonOf(error)) }
          : { code: ExportResultCode.SUCCESS },
      ),
    );
  }

  async forceFlush(): Promise<void> {}

  async shutdown(): Promise<void> {}
}
