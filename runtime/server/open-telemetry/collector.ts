/** Sends bytes in the protocol of OpenTelemetry to a collector. Where it is, and how to send, the environment says. */
import { ExportResultCode } from "@opentelemetry/core";
import type { IOtlpExportDelegate } from "@opentelemetry/otlp-exporter-base";
import {
  convertLegacyHttpOptions,
  createOtlpHttpExportDelegate,
} from "@opentelemetry/otlp-exporter-base/node-http";
import type { Protocol } from "../node/telemetry-module.js";

/** As the variables of the environment are named after it. */
export type Signal = "TRACES" | "METRICS";

export interface Message {
  readonly signal: Signal;
  readonly protocol: Protocol;
  readonly bytes: Uint8Array;
}

/** Resolves to the reason if the message could not be sent. */
export type Send = (message: Message) => Promise<string | undefined>;

/** Sends in this thread. */
export function collectorSender(): Send {
  const delegates = new Map<string, IOtlpExportDelegate<Uint8Array>>();
  return ({ signal, protocol, bytes }) => {
    const key = `${signal} ${protocol}`;
    const delegate = delegates.get(key) ?? delegateFor(signal, protocol);
    delegates.set(key, delegate);
    return new Promise((resolve) => {
      delegate.export(bytes, ({ code, error }) =>
        resolve(code === ExportResultCode.FAILED ? reasonOf(error) : undefined),
      );
    });
  };
}

function delegateFor(signal: Signal, protocol: Protocol): IOtlpExportDelegate<Uint8Array> {
  const type = protocol === "http/json" ? "application/json" : "application/x-protobuf";
  const options = convertLegacyHttpOptions({}, signal, `v1/${signal.toLowerCase()}`, {
    "Content-Type": type,
  });
  const counted = { name: signal === "TRACES" ? "span" : "metric_data_point", countItems: () => 1 } as const;
  return createOtlpHttpExportDelegate(options, asItIs, "otlp_http_exporter", counted, undefined);
}

const asItIs = {
  serializeRequest: (bytes: Uint8Array): Uint8Array => bytes,
  // What a collector answers is nobody's concern, if it has taken the message.
  deserializeResponse: (): object => ({}),
};

/** Nothing of what the collector answered, and no URL: both may have secrets. */
export function reasonOf(error: unknown): string {
  const code: unknown =
    typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  if (typeof code === "number") return `status ${code}`;
  if (typeof code === "string" && /^[A-Z_\d]{1,40}$/.test(code)) return code;
  const message = error instanceof Error ? error.message : "";
  if (/timed? ?out/i.test(message)) return "timeout";
  return /limit/.test(message) ? "the collector is too slow" : "the connection failed";
}
