import type { Span, Tracer } from "@opentelemetry/api";
import type { TraceParent } from "../telemetry/trace-parent.js";
import type { Instruments } from "./instruments.js";

/** What requests are told to. */
export interface Sinks {
  /** `undefined` if there are no spans. */
  readonly tracer: Tracer | undefined;
  /** `undefined` if nothing is measured. */
  readonly instruments: Instruments | undefined;
}

export function parentOf(span: Span): TraceParent {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return { traceID: traceId, spanID: spanId, flags: traceFlags };
}
