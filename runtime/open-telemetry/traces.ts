import { type Context, ROOT_CONTEXT, type Span, SpanKind, type Tracer, trace } from "@opentelemetry/api";
import type { Resource } from "@opentelemetry/resources";
import {
  BasicTracerProvider,
  type IdGenerator,
  type Sampler,
  SamplingDecision,
  type SpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import type { TraceParent } from "../telemetry/trace-parent.js";
import { newID } from "./ids.js";
import type { Instruments } from "./instruments.js";

/** What requests are told to. */
export interface Sinks {
  /** `undefined` if there are no spans. */
  readonly traces: Traces | undefined;
  /** `undefined` if nothing is measured. */
  readonly instruments: Instruments | undefined;
}

/** A request that is part of a trace. */
export interface TracedRequest {
  readonly own: TraceParent;
  /** `undefined` if it is not recorded. */
  readonly span: Span | undefined;
}

/**
 * Makes the spans. Whether a request is recorded is decided before the SDK hears of it: the SDK takes as long for a span
 * that it drops as for the rest of what is observed.
 */
export class Traces {
  readonly tracer: Tracer;
  readonly #provider: BasicTracerProvider;
  /** The trace of the next span without a parent. */
  #next = "";

  constructor(
    resource: Resource,
    spanProcessors: SpanProcessor[],
    private readonly sampler: Sampler,
    scope: string,
  ) {
    const idGenerator: IdGenerator = {
      generateSpanId: () => newID(8),
      generateTraceId: () => this.#next,
    };
    this.#provider = new BasicTracerProvider({ resource, sampler, idGenerator, spanProcessors });
    this.tracer = this.#provider.getTracer(scope);
  }

  began(name: string, parent: TraceParent | undefined): TracedRequest {
    const context = parent === undefined ? ROOT_CONTEXT : contextOf(parent);
    const traceID = parent?.traceID ?? newID(16);
    const { decision } = this.sampler.shouldSample(context, traceID, name, SpanKind.SERVER, {}, []);
    if (decision === SamplingDecision.NOT_RECORD)
      return { own: { traceID, spanID: newID(8), flags: 0 }, span: undefined };
    this.#next = traceID;
    const span = this.tracer.startSpan(name, { kind: SpanKind.SERVER }, context);
    return { own: parentOf(span), span };
  }

  flush(): Promise<void> {
    return this.#provider.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#provider.shutdown();
  }
}

function contextOf({ traceID, spanID, flags }: TraceParent): Context {
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId: traceID,
    spanId: spanID,
    traceFlags: flags & 1,
    isRemote: true,
  });
}

export function parentOf(span: Span): TraceParent {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return { traceID: traceId, spanID: spanId, flags: traceFlags };
}
