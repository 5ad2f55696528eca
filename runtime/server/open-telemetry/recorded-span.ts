import {
  type Attributes,
  type HrTime,
  type SpanContext,
  type SpanKind,
  type SpanStatus,
  SpanStatusCode,
} from "@opentelemetry/api";
import { millisToHrTime } from "@opentelemetry/core";
import type { ReadableSpan } from "@opentelemetry/sdk-trace-base";
import type { TraceParent } from "../../observe/telemetry/trace-parent.js";
import type { Traces } from "./traces.js";

const noLinks: ReadableSpan["links"] = [];

/** As many as the SDK keeps. */
const maxEvents = 128;

/**
 * A span for the exporters of the SDK. Those of the SDK itself check and copy each attribute twice, and take longer than a
 * short request.
 */
export class RecordedSpan implements ReadableSpan {
  attributes: Attributes = {};
  readonly events: ReadableSpan["events"] = [];
  droppedEventsCount = 0;
  hasFailed = false;
  /** Milliseconds since 1970; 0 as long as the span has not ended. */
  endedAt = 0;
  readonly links = noLinks;
  readonly droppedAttributesCount = 0;
  readonly droppedLinksCount = 0;

  /**
   * @param startedAt milliseconds since 1970
   * @param isParentRemote true if the parent is a client's
   */
  constructor(
    private readonly traces: Traces,
    readonly name: string,
    readonly kind: SpanKind,
    readonly own: TraceParent,
    readonly parent: TraceParent | undefined,
    readonly startedAt: number,
    readonly isParentRemote = false,
  ) {}

  /** @param at milliseconds since 1970 */
  addEvent(name: string, attributes: Attributes, at: number): void {
    if (this.events.length === maxEvents) this.droppedEventsCount++;
    else this.events.push({ name, attributes, time: millisToHrTime(at) });
  }

  /** Only the first call counts. */
  end(endedAt: number): void {
    if (this.ended) return;
    this.endedAt = endedAt;
    this.traces.ended(this);
  }

  spanContext(): SpanContext {
    return contextOf(this.own, false);
  }

  get parentSpanContext(): SpanContext | undefined {
    return this.parent && contextOf(this.parent, this.isParentRemote);
  }

  get status(): SpanStatus {
    return { code: this.hasFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET };
  }

  get startTime(): HrTime {
    return millisToHrTime(this.startedAt);
  }

  get endTime(): HrTime {
    return millisToHrTime(this.endedAt);
  }

  get duration(): HrTime {
    return millisToHrTime(this.endedAt - this.startedAt);
  }

  get ended(): boolean {
    return this.endedAt !== 0;
  }

  get resource(): ReadableSpan["resource"] {
    return this.traces.resource;
  }

  get instrumentationScope(): ReadableSpan["instrumentationScope"] {
    return this.traces.scope;
  }
}

function contextOf({ traceID, spanID, flags }: TraceParent, isRemote: boolean): SpanContext {
  return { traceId: traceID, spanId: spanID, traceFlags: flags & 1, isRemote };
}
