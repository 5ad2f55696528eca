import { randomBytes } from "node:crypto";
import type { Resource } from "@opentelemetry/resources";
import type { ReadableSpan, SpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { TraceParent } from "../../observe/telemetry/trace-parent.js";
import type { Instruments } from "./instruments.js";
import { isRecordedBelow, type Sampling } from "./sampler.js";

/** The sinks that requests are told to. */
export interface Sinks {
  /** `undefined` if there are no spans. */
  readonly traces: Traces | undefined;
  /** `undefined` if nothing is measured. */
  readonly instruments: Instruments | undefined;
}

/** Decides which requests are recorded, and passes spans that have ended to those who send them. */
export class Traces {
  /** @param scope the name of what makes the spans */
  constructor(
    readonly resource: Resource,
    private readonly processors: readonly SpanProcessor[],
    private readonly sampling: Sampling,
    readonly scope: ReadableSpan["instrumentationScope"],
  ) {}

  /** The span of a request. It is recorded if its flags say so. */
  spanBelow(parent: TraceParent | undefined): TraceParent {
    if (parent === undefined) {
      const { traceID, drawn } = newTrace();
      return { traceID, spanID: newSpanID(), flags: drawn < this.sampling.limit ? 1 : 0 };
    }
    return {
      traceID: parent.traceID,
      spanID: newSpanID(),
      flags: isRecordedBelow(parent, this.sampling) ? 1 : 0,
    };
  }

  ended(span: ReadableSpan): void {
    for (const processor of this.processors) processor.onEnd(span);
  }

  async flush(): Promise<void> {
    await Promise.allSettled(this.processors.map((processor) => processor.forceFlush()));
  }

  async shutdown(): Promise<void> {
    await Promise.allSettled(this.processors.map((processor) => processor.shutdown()));
  }
}

/** A span of the same trace that is recorded, too. */
export function childOf({ traceID, flags }: TraceParent): TraceParent {
  return { traceID, spanID: newSpanID(), flags };
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
  // To compute it from the digits takes longer than the rest.
  const drawn =
    pool.readInt32BE(start) ^
    pool.readInt32BE(start + 4) ^
    pool.readInt32BE(start + 8) ^
    pool.readInt32BE(start + 12);
  return { traceID: digits.slice(2 * start, 2 * start + 32), drawn: drawn >>> 0 };
}
