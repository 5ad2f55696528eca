import { randomBytes } from "node:crypto";
import { type Context, ROOT_CONTEXT, type Span, SpanKind, type Tracer, trace } from "@opentelemetry/api";
import type { Resource } from "@opentelemetry/resources";
import {
  BasicTracerProvider,
  type IdGenerator,
  SamplingDecision,
  type SpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import type { TraceParent } from "../../observe/telemetry/trace-parent.js";
import type { Instruments } from "./instruments.js";
import type { Sampling } from "./sampler.js";

/** The sinks that requests are told to. */
export interface Sinks {
  /** `undefined` if there are no spans. */
  readonly traces: Traces | undefined;
  /** `undefined` if nothing is measured. */
  readonly instruments: Instruments | undefined;
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
    private readonly sampling: Sampling,
    scope: string,
  ) {
    const idGenerator: IdGenerator = {
      generateSpanId: newSpanID,
      generateTraceId: () => this.#next,
    };
    this.#provider = new BasicTracerProvider({
      resource,
      sampler: sampling.sampler,
      idGenerator,
      spanProcessors,
    });
    this.tracer = this.#provider.getTracer(scope);
  }

  /** The parent that stands for a request that is not recorded; `undefined` if it is, and must start now. */
  unrecorded(parent: TraceParent | undefined): TraceParent | undefined {
    if (parent !== undefined) return this.#unrecordedBelow(parent);
    const { traceID, drawn } = newTrace();
    if (drawn >= this.sampling.rootLimit) return { traceID, spanID: newSpanID(), flags: 0 };
    this.#next = traceID;
    return undefined;
  }

  #unrecordedBelow(parent: TraceParent): TraceParent | undefined {
    const { traceID } = parent;
    const { decision } = this.sampling.sampler.shouldSample(
      contextOf(parent),
      traceID,
      "",
      SpanKind.SERVER,
      {},
      [],
    );
    if (decision !== SamplingDecision.NOT_RECORD) return undefined;
    return { traceID, spanID: newSpanID(), flags: 0 };
  }

  /** Starts the span of a request, right after `unrecorded` has said that it is recorded. */
  start(name: string, parent: TraceParent | undefined): Span {
    const context = parent === undefined ? ROOT_CONTEXT : contextOf(parent);
    return this.tracer.startSpan(name, { kind: SpanKind.SERVER }, context);
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

/** Enough for some hundred IDs: to ask for a few bytes each time, and to write them, takes ten times as long. */
const poolSize = 12_288;

let pool = randomBytes(poolSize);
let digits = pool.toString("hex");
let taken = 0;

/** Where the next bytes of the pool are. */
function take(bytes: number): number {
  if (taken + bytes > poolSize) {
    pool = randomBytes(poolSize);
    digits = pool.toString("hex");
    taken = 0;
  }
  taken += bytes;
  return taken - bytes;
}

/** The ID of a span as hexadecimal digits. One of zeros alone would be none, and comes once in 2^64 times. */
function newSpanID(): string {
  const start = take(8);
  return digits.slice(2 * start, 2 * start + 16);
}

/** The ID of a trace, and the number from 0 to 2^32 - 1 that it is drawn by. */
function newTrace(): { readonly traceID: string; readonly drawn: number } {
  const start = take(16);
  // As the SDK computes it from the digits of the ID, which takes longer than the rest.
  const drawn =
    pool.readInt32BE(start) ^
    pool.readInt32BE(start + 4) ^
    pool.readInt32BE(start + 8) ^
    pool.readInt32BE(start + 12);
  return { traceID: digits.slice(2 * start, 2 * start + 32), drawn: drawn >>> 0 };
}
