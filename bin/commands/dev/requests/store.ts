import type { Trace, TraceEvent } from "../../../../runtime/observe/trace/index.js";
import { memberOf, parsedJson } from "../../../shared/values.js";
import type { RequestSummary } from "../api.js";
import type { Requests } from "../workbench.js";

/** The limits of the requests that a session keeps. */
interface StoreLimits {
  readonly maxRequests: number;
  /** Bytes of all traces. */
  readonly maxBytes: number;
  /** How many requests may be kept whatever comes, and their bytes: there has to be room for others. */
  readonly maxKept: number;
  readonly maxKeptBytes: number;
}

const usualLimits: StoreLimits = {
  maxRequests: 500,
  maxBytes: 64 * 1024 * 1024,
  maxKept: 250,
  maxKeptBytes: 32 * 1024 * 1024,
};

interface Entry {
  readonly key: number;
  readonly isImported: boolean;
  trace: Trace;
  isKept: boolean;
  bytes: number;
}

/** The changes since somebody asked last. */
interface Changes {
  readonly requests: readonly RequestSummary[];
  readonly gone: readonly number[];
}

/** The requests of a session, the oldest first. */
export class RequestStore implements Requests {
  readonly #entries = new Map<number, Entry>();
  readonly #changed = new Set<number>();
  #gone: number[] = [];
  #bytes = 0;
  #last = 0;

  constructor(private readonly limits = usualLimits) {}

  /** A request has begun. Returns its key. */
  begin(trace: Trace): number {
    return this.#add(trace, false);
  }

  import(trace: Trace): number {
    return this.#add(trace, true);
  }

  /** Replaces the trace of a request: all that is known of the request is from now on in this object. */
  replace(key: number, trace: Trace): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    entry.trace = trace;
    this.changed(key);
  }

  /** More is known of a request, or all of it. */
  changed(key: number): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    const bytes = sizeOf(entry.trace);
    this.#bytes += bytes - entry.bytes;
    entry.bytes = bytes;
    this.#changed.add(key);
    this.#makeRoom();
  }

  list(): readonly RequestSummary[] {
    return [...this.#entries.values()].map((entry) => summaryOf(entry.trace, entry));
  }

  summary(key: number): RequestSummary | undefined {
    const entry = this.#entries.get(key);
    return entry && summaryOf(entry.trace, entry);
  }

  trace(key: number): Trace | undefined {
    return this.#entries.get(key)?.trace;
  }

  keep(key: number, isKept: boolean): boolean {
    const entry = this.#entries.get(key);
    if (entry === undefined) return false;
    if (isKept && !entry.isKept && !this.#mayKeep(entry)) return false;
    entry.isKept = isKept;
    this.#changed.add(key);
    return true;
  }

  clear(): void {
    for (const entry of [...this.#entries.values()]) if (!entry.isKept) this.#remove(entry);
  }

  /** Takes what has changed since the last call. */
  take(): Changes {
    const requests = [...this.#changed].flatMap((key) => this.summary(key) ?? []);
    const gone = this.#gone;
    this.#changed.clear();
    this.#gone = [];
    return { requests, gone };
  }

  get hasChanges(): boolean {
    return this.#changed.size > 0 || this.#gone.length > 0;
  }

  #add(trace: Trace, isImported: boolean): number {
    const key = ++this.#last;
    this.#entries.set(key, { key, isImported, trace, isKept: false, bytes: 0 });
    this.changed(key);
    return key;
  }

  #mayKeep({ bytes }: Entry): boolean {
    const kept = [...this.#entries.values()].filter(({ isKept }) => isKept);
    const all = kept.reduce((sum, entry) => sum + entry.bytes, bytes);
    return kept.length < this.limits.maxKept && all <= this.limits.maxKeptBytes;
  }

  #makeRoom(): void {
    const { maxRequests, maxBytes } = this.limits;
    if (this.#entries.size <= maxRequests && this.#bytes <= maxBytes) return;
    for (const entry of this.#entries.values()) {
      if (this.#entries.size <= maxRequests && this.#bytes <= maxBytes) return;
      if (!entry.isKept) this.#remove(entry);
    }
  }

  #remove(entry: Entry): void {
    this.#entries.delete(entry.key);
    this.#bytes -= entry.bytes;
    // A page that never saw it need not hear that it is gone.
    this.#changed.delete(entry.key);
    if (this.#gone.length < maxGone) this.#gone.push(entry.key);
  }
}

/** More keys than this are not told: pages ask for the whole list when they are open, and batches come soon. */
const maxGone = 10_000;

/** About how many bytes plain data takes in memory. It is not followed further than anybody writes it. */
function sizeOf(value: unknown, depth = 0): number {
  if (typeof value === "string") return 16 + 2 * value.length;
  if (typeof value !== "object" || value === null || depth > maxDepth) return 8;
  const items = Array.isArray(value) ? value : Object.values(value);
  const each = Array.isArray(value) ? 0 : 16;
  return items.reduce((size: number, item) => size + each + sizeOf(item, depth + 1), 32);
}

const maxDepth = 20;

/** A row of the list. */
function summaryOf(
  trace: Trace,
  { key, isKept, isImported }: Pick<RequestSummary, "key" | "isKept" | "isImported">,
): RequestSummary {
  const { id, startedAt, request, route, flow, response, duration, events, build } = trace;
  return {
    key,
    id,
    startedAt,
    method: request.method,
    target: request.target.slice(0, maxTarget),
    route,
    flow,
    status: response?.status,
    duration,
    upstream: events.filter(({ kind }) => kind === "upstream").length,
    error: errorOf(events),
    isKept,
    isImported,
    build,
  };
}

/** Characters of a target or a message that a row of the list has room for. */
const maxTarget = 2000;

/** Returns the text of the last error of the flow. */
function errorOf(events: readonly TraceEvent[]): string | undefined {
  const last = events.findLast((event) => event.kind === "error");
  if (last === undefined) return undefined;
  return (messageIn(last.error.text) ?? last.error.text).slice(0, maxTarget);
}

/** `undefined` if it was cut. */
function messageIn(json: string): string | undefined {
  const error = parsedJson(json);
  const message = memberOf(error, "message") ?? memberOf(memberOf(error, "error"), "message");
  return typeof message === "string" ? message : undefined;
}
