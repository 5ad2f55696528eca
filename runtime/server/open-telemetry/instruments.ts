import { readdirSync } from "node:fs";
import { constants, monitorEventLoopDelay, PerformanceObserver } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import type { Attributes, Meter, Observable } from "@opentelemetry/api";
import { hrTime } from "@opentelemetry/core";
import type { Resource } from "@opentelemetry/resources";
import type { CollectionResult, MetricProducer } from "@opentelemetry/sdk-metrics";
import {
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  METRIC_HTTP_CLIENT_REQUEST_DURATION,
  METRIC_HTTP_SERVER_REQUEST_DURATION,
} from "@opentelemetry/semantic-conventions";

import type { CacheResult } from "../../observe/logs/logged-exchange.js";
import { type Refusal, upstreamRefusals } from "../../observe/telemetry/request-events.js";
import { refusedStatuses } from "../../observe/telemetry/telemetry.js";
import type { Host } from "../node/telemetry-module.js";
import { DurationHistogram, type Durations } from "./histogram.js";
import { ServedRequests } from "./served-requests.js";
import { addressOf, cacheAttribute, cacheResults, type Origin, originOf } from "./span-attributes.js";

/** The instruments that measure while requests are answered. */
export interface Instruments {
  /** Requests of clients with this method and scheme, of both of which there are few. */
  requests(method: string, isSecure: boolean): ServedRequests;
  /**
   * An upstream request is over.
   * @param how the status of the response, or the kind of failure
   * @param attributes those that are not the upstream's
   */
  asked(seconds: number, origin: Origin, method: string, how: string, attributes: () => Attributes): void;
  cached(result: CacheResult): void;
  /** A client has gone before it had an answer. */
  abandoned(): void;
  /** @param status `undefined` for a connection */
  refused(status: number | undefined): void;
  /**
   * A limit or a breaker has refused something.
   * @param origin of the upstream system; `undefined` if it was the client's request
   */
  heldBack(why: Refusal, origin: Origin | undefined): void;
}

/** Histograms are measured here, and not by the SDK. */
export class Histograms implements MetricProducer {
  readonly server = new DurationHistogram(
    METRIC_HTTP_SERVER_REQUEST_DURATION,
    "Duration of requests of clients",
  );
  readonly client = new DurationHistogram(
    METRIC_HTTP_CLIENT_REQUEST_DURATION,
    "Duration of upstream requests",
  );

  /** @param scope the name of what measures */
  constructor(
    private readonly resource: Resource,
    private readonly scope: string,
  ) {}

  async collect(): Promise<CollectionResult> {
    const now = hrTime();
    const metrics = [this.server.data(now), this.client.data(now)].flatMap((data) => data ?? []);
    const scopeMetrics = metrics.length === 0 ? [] : [{ scope: { name: this.scope }, metrics }];
    return { resourceMetrics: { resource: this.resource, scopeMetrics }, errors: [] };
  }
}

export function createInstruments(meter: Meter, { server, client }: Histograms, host: Host): Instruments {
  const counts = (name: string, description: string, unit: string) =>
    new Counts(meter.createObservableCounter(name, { description, unit: `{${unit}}` }));
  const cache = counts(
    "flow.cache.requests",
    "Upstream requests that the cache may answer, by what it did",
    "request",
  );
  for (const result of cacheResults) cache.begin(result, { [cacheAttribute]: result });
  const refused = counts(
    "flow.requests.refused",
    "Requests that the server has refused before a flow could see them",
    "request",
  );
  for (const status of refusedStatuses)
    refused.begin(String(status), { [ATTR_HTTP_RESPONSE_STATUS_CODE]: status });
  const connections = counts(
    "flow.connections.refused",
    "Connections that were closed because there were too many",
    "connection",
  ).begin("", {});
  const heldBack = counts(
    "flow.refusals",
    "Requests that a limit or a breaker has refused, and repetitions that a budget has",
    "request",
  ).begin("limit", { "flow.refusal": "limit" });
  const nameOf = (why: Refusal, origin: Origin | undefined) => (origin ? `${why} ${origin.name}` : why);
  const beginAt = (origin: Origin): void => {
    for (const why of upstreamRefusals)
      heldBack.begin(nameOf(why, origin), { "flow.refusal": why, ...origin.attributes });
  };
  for (const url of host.named()) beginAt(originOf(url));
  const abandoned = counts(
    "flow.requests.abandoned",
    "Requests whose client has gone before it had an answer",
    "request",
  ).begin("", {});
  observeProcess(meter, host);
  const askedOf = new Map<Origin, Map<string, Durations>>();
  return {
    requests: servedRequests(meter, server),
    asked(seconds, origin, method, how, attributes) {
      const known = askedOf.get(origin) ?? new Map<string, Durations>();
      askedOf.set(origin, known);
      const key = `${method} ${how}`;
      const durations = known.get(key) ?? client.at(known, key, { ...origin.attributes, ...attributes() });
      durations.record(seconds);
    },
    abandoned: () => abandoned.add(""),
    cached: (result) => cache.add(result),
    heldBack(why, origin) {
      if (origin !== undefined && !heldBack.has(nameOf(why, origin))) beginAt(origin);
      heldBack.add(nameOf(why, origin));
    },
    refused(status) {
      if (status === undefined) connections.add("");
      else refused.add(String(status));
    },
  };
}

function servedRequests(meter: Meter, histogram: DurationHistogram): Instruments["requests"] {
  const plain = new Map<string, ServedRequests>();
  const secure = new Map<string, ServedRequests>();
  meter
    .createObservableUpDownCounter("http.server.active_requests", {
      description: "Requests of clients that are being answered",
      unit: "{request}",
    })
    .addCallback((result) => {
      for (const { active, attributes } of [...plain.values(), ...secure.values()])
        result.observe(active, attributes);
    });
  return (method, isSecure) => {
    const known = isSecure ? secure : plain;
    const found = known.get(method) ?? new ServedRequests(histogram, method, isSecure);
    known.set(method, found);
    return found;
  };
}

/** Counted here, since a counter of the SDK takes some microseconds each time. */
class Counts {
  readonly #known = new Map<string, { readonly attributes: Attributes; count: number }>();

  constructor(counter: Observable) {
    counter.addCallback((result) => {
      for (const { attributes, count } of this.#known.values()) result.observe(count, attributes);
    });
  }

  has(name: string): boolean {
    return this.#known.has(name);
  }

  /** Has a set of labels from now on: Prometheus sees a count rise only from one that it has seen before. */
  begin(name: string, attributes: Attributes): this {
    this.#known.set(name, { attributes, count: 0 });
    return this;
  }

  /** Counts one more of a set that has begun. */
  add(name: string): void {
    const known = this.#known.get(name);
    if (known !== undefined) known.count++;
  }
}

/** Of metrics that the primary of several processes writes itself. */
export const descriptions = {
  faults: "What has failed around the app; of events and spans, how many were lost",
  leftOut: "Events that settings have left out of the log",
} as const;

/** Looked at only when somebody wants to know, but for the delay of the event loop, for which Node has a timer. */
function observeProcess(
  meter: Meter,
  { heldBytes, faults, leftOut, health, build, certificates }: Host,
): void {
  meter
    .createObservableUpDownCounter("flow.bodies.held", {
      description: "Bytes of bodies that requests hold, by who has sent them",
      unit: "By",
    })
    .addCallback((result) => {
      for (const [sender, bytes] of Object.entries(heldBytes()))
        result.observe(bytes, { "flow.body.sender": sender });
    });
  const heap = (name: string, description: string, value: () => number) =>
    meter
      .createObservableUpDownCounter(name, { description, unit: "By" })
      .addCallback((result) => result.observe(value()));
  heap("v8js.memory.heap.used", "Bytes of the heap that are in use", () => process.memoryUsage().heapUsed);
  heap("v8js.memory.heap.max", "Bytes that the heap may have", () => getHeapStatistics().heap_size_limit);
  heap("process.memory.usage", "Bytes of memory that the process has", () => process.memoryUsage.rss());
  meter
    .createObservableCounter("process.cpu.time", { description: "Seconds of the processor", unit: "s" })
    .addCallback((result) => {
      const { user, system } = process.cpuUsage();
      result.observe(user / 1e6, { "cpu.mode": "user" });
      result.observe(system / 1e6, { "cpu.mode": "system" });
    });
  meter
    .createObservableUpDownCounter("process.open_file_descriptor.count", {
      description: "Files and connections that are open, on Linux",
      unit: "{file_descriptor}",
    })
    .addCallback((result) => {
      const count = openFiles();
      if (count !== undefined) result.observe(count);
    });
  meter
    .createObservableCounter("flow.faults", {
      description: descriptions.faults,
      unit: "{fault}",
    })
    .addCallback((result) => {
      for (const [kind, count] of faults()) result.observe(count, { "flow.fault": kind });
    });
  meter
    .createObservableCounter("flow.events.left_out", {
      description: descriptions.leftOut,
      unit: "{event}",
    })
    .addCallback((result) => {
      for (const [kind, count] of leftOut()) result.observe(count, { "flow.event": kind });
    });
  meter
    .createObservableGauge("flow.upstream.up", {
      description: "1 if an upstream system says that it is well, else 0",
    })
    .addCallback(async (result) => {
      for (const [url, isWell] of await health()) result.observe(Number(isWell), addressOf(url));
    });
  meter
    .createObservableGauge("flow.certificate.expiry.timestamp", {
      description:
        "When a certificate ends that the app uses, or that an upstream system has shown, in seconds since 1970",
      unit: "s",
    })
    .addCallback((result) => {
      for (const { kind, source, expires } of certificates())
        result.observe(expires / 1000, { "flow.certificate": kind, "flow.certificate.source": source });
    });
  meter
    .createObservableGauge("flow.build.info", { description: "Always 1; the labels say what runs" })
    .addCallback((result) => result.observe(1, { ...build, node: process.version }));
  observeCollections(meter);
  observeEventLoop(meter);
}

function openFiles(): number | undefined {
  try {
    return readdirSync("/proc/self/fd").length - 1; // one of them is the directory
  } catch {
    return undefined;
  }
}

const collections: ReadonlyMap<unknown, string> = new Map([
  [constants.NODE_PERFORMANCE_GC_MINOR, "minor"],
  [constants.NODE_PERFORMANCE_GC_MAJOR, "major"],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, "incremental"],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, "weakcb"],
]);

/** How long garbage was collected. Other platforms than Node do not tell. */
function observeCollections(meter: Meter): void {
  const { supportedEntryTypes } = PerformanceObserver as { readonly supportedEntryTypes?: readonly string[] };
  if (!supportedEntryTypes?.includes("gc")) return;
  const spent = new Map([...collections.values()].map((kind) => [kind, 0]));
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const kind = collections.get((entry as { readonly detail?: { readonly kind?: number } }).detail?.kind);
      if (kind !== undefined) spent.set(kind, (spent.get(kind) ?? 0) + entry.duration / 1000);
    }
  });
  observer.observe({ entryTypes: ["gc"] });
  meter
    .createObservableCounter("flow.gc.time", { description: "Seconds of collecting garbage", unit: "s" })
    .addCallback((result) => {
      for (const [kind, seconds] of spent) result.observe(seconds, { "flow.gc.type": kind });
    });
}

/** Milliseconds between two looks at the event loop. */
const resolution = 20;

/** How late timers were since the last time that somebody asked. */
function observeEventLoop(meter: Meter): void {
  const delay = eventLoopDelay();
  if (delay === undefined) return;
  const kinds = ["mean", "p99", "max"] as const;
  const gauges = kinds.map((kind) =>
    meter.createObservableGauge(`nodejs.eventloop.delay.${kind}`, {
      description: `Delay of the event loop: ${kind}`,
      unit: "s",
    }),
  );
  meter.addBatchObservableCallback((result) => {
    const seconds = (nanoseconds: number) =>
      Math.max(0, (Number.isFinite(nanoseconds) ? nanoseconds : 0) / 1e9 - resolution / 1000);
    const found = [delay.mean, delay.percentile(99), delay.max];
    gauges.forEach((gauge, index) => {
      result.observe(gauge, seconds(found[index] ?? 0));
    });
    delay.reset();
  }, gauges);
}

/** `undefined` on platforms that do not measure it. */
function eventLoopDelay() {
  try {
    const delay = monitorEventLoopDelay({ resolution });
    delay.enable();
    return delay;
  } catch {
    return undefined;
  }
}
