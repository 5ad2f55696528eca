import { monitorEventLoopDelay } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import type { Attributes, Meter, Observable } from "@opentelemetry/api";
import {
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_URL_SCHEME,
  METRIC_HTTP_CLIENT_REQUEST_DURATION,
  METRIC_HTTP_SERVER_REQUEST_DURATION,
} from "@opentelemetry/semantic-conventions";

import type { Host } from "../node/telemetry-module.js";
import { cacheAttribute } from "./attributes.js";
import type { Labels } from "./labels.js";

/** In seconds, as the semantic conventions for HTTP want them. */
const durations = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** What is measured while requests are answered. Attributes have a short name, which tells them from all others. */
export interface Instruments {
  served(seconds: number, name: string, attributes: () => Attributes): void;
  /** An upstream request is over. */
  asked(seconds: number, name: string, attributes: () => Attributes): void;
  /** A request of a client has come (1) or has been answered (-1). */
  active(difference: 1 | -1, method: string, scheme: string): void;
  cached(result: string): void;
  /** @param status `undefined` for a connection */
  refused(status: number | undefined): void;
}

export function createInstruments(meter: Meter, labels: Labels, host: Pick<Host, "heldBytes">): Instruments {
  const advice = { explicitBucketBoundaries: durations };
  const server = meter.createHistogram(METRIC_HTTP_SERVER_REQUEST_DURATION, {
    description: "Duration of requests of clients",
    unit: "s",
    advice,
  });
  const client = meter.createHistogram(METRIC_HTTP_CLIENT_REQUEST_DURATION, {
    description: "Duration of upstream requests",
    unit: "s",
    advice,
  });
  const active = counts(
    meter.createObservableUpDownCounter("http.server.active_requests", {
      description: "Requests of clients that are being answered",
      unit: "{request}",
    }),
  );
  const refusedRequests = counts(
    meter.createObservableCounter("flow.requests.refused", {
      description: "Requests that the server has refused before a flow could see them",
      unit: "{request}",
    }),
  );
  const refusedConnections = counts(
    meter.createObservableCounter("flow.connections.refused", {
      description: "Connections that were closed because there were too many",
      unit: "{connection}",
    }),
  );
  const cache = meter.createCounter("flow.cache.requests", {
    description: "Upstream requests that the cache may answer, by what it did",
    unit: "{request}",
  });
  observeProcess(meter, host);
  return {
    served: (seconds, name, attributes) => server.record(seconds, labels.of("served", name, attributes)),
    asked: (seconds, name, attributes) => client.record(seconds, labels.of("asked", name, attributes)),
    active: (difference, method, scheme) =>
      active(difference, `${scheme} ${method}`, () => ({
        [ATTR_HTTP_REQUEST_METHOD]: method,
        [ATTR_URL_SCHEME]: scheme,
      })),
    refused(status) {
      if (status === undefined) refusedConnections(1, "", () => ({}));
      else refusedRequests(1, String(status), () => ({ [ATTR_HTTP_RESPONSE_STATUS_CODE]: status }));
    },
    cached: (result) => cache.add(1, { [cacheAttribute]: result }),
  };
}

type Count = (difference: number, name: string, attributes: () => Attributes) => void;

/** Counted here, since a counter of the SDK takes some microseconds each time. */
function counts(counter: Observable): Count {
  const known = new Map<string, { readonly attributes: Attributes; count: number }>();
  counter.addCallback((result) => {
    for (const { attributes, count } of known.values()) result.observe(count, attributes);
  });
  return (difference, name, attributes) => {
    const found = known.get(name);
    if (found === undefined) known.set(name, { attributes: attributes(), count: difference });
    else found.count += difference;
  };
}

/** Looked at only when somebody wants to know, but for the delay of the event loop, for which Node has a timer. */
function observeProcess(meter: Meter, { heldBytes }: Pick<Host, "heldBytes">): void {
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
  observeEventLoop(meter);
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
