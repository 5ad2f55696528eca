/** A collector: it gets what OTLP sends over HTTP, in JSON or in Protocol Buffers, and keeps it. */
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { gunzipSync } from "node:zlib";
import { expect, vi } from "vitest";
import { whenDone } from "../support/served.js";
import { type RunningServer, upstream } from "../support/servers.js";
import { Message } from "./protobuf.js";

export type Attributes = Readonly<Record<string, unknown>>;

export interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for a span without a parent. */
  readonly parentSpanId: string;
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly attributes: Attributes;
  /** 2 for an error. */
  readonly status: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly resource: Attributes;
}

/** Returns the attributes of a span about the checks of a request and of its response. */
export const verdictsOf = (span: Span | undefined) => ({
  request: span?.attributes["flow.validation.request"],
  response: span?.attributes["flow.validation.response"],
});

export interface Collector extends RunningServer {
  readonly spans: Span[];
  /** The names of metrics that have come. */
  readonly metrics: Set<string>;
  readonly requests: { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  /** Waits until there are so many spans that fit. */
  spansOf(count: number, fits?: (span: Span) => boolean): Promise<readonly Span[]>;
}

/** @param answer in place of the usual answer, when the request has been read */
export async function startCollector(answer?: (response: ServerResponse) => void): Promise<Collector> {
  const spans: Span[] = [];
  const metrics = new Set<string>();
  const requests: Collector["requests"] = [];
  const server = await upstream((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { url: path = "", headers } = request;
      requests.push({ path, headers });
      const sent = Buffer.concat(chunks);
      const body = headers["content-encoding"] === "gzip" ? gunzipSync(sent) : sent;
      const isJson = headers["content-type"] === "application/json";
      if (path.endsWith("/v1/traces")) spans.push(...(isJson ? spansInJson : spansInProtobuf)(body));
      else for (const name of (isJson ? metricsInJson : metricsInProtobuf)(body)) metrics.add(name);
      if (answer === undefined) response.writeHead(200, { "content-type": headers["content-type"] }).end();
      else answer(response);
    });
  });
  whenDone(server.stop);
  return {
    ...server,
    spans,
    metrics,
    requests,
    spansOf: (count, fits = () => true) =>
      vi.waitFor(
        () => {
          const found = spans.filter(fits);
          expect(found.length).toBeGreaterThanOrEqual(count);
          return found;
        },
        { timeout: 20_000, interval: 50 },
      ),
  };
}

interface JsonValue {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
}

interface JsonSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: JsonValue }[];
  readonly status: { readonly code: number };
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}

const jsonAttributes = (list: JsonSpan["attributes"]): Attributes =>
  Object.fromEntries(
    list.map(({ key, value: { stringValue, intValue, doubleValue } }) => [
      key,
      stringValue ?? (intValue === undefined ? doubleValue : Number(intValue)),
    ]),
  );

export function spansInJson(body: Buffer): readonly Span[] {
  const { resourceSpans } = JSON.parse(body.toString()) as {
    resourceSpans: {
      resource: { attributes: JsonSpan["attributes"] };
      scopeSpans: { spans: JsonSpan[] }[];
    }[];
  };
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap((scope) =>
      scope.spans.map(({ parentSpanId = "", status, attributes, ...span }) => ({
        ...span,
        parentSpanId,
        attributes: jsonAttributes(attributes),
        status: status.code,
        duration: Number((BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1000n) / 1000,
        resource: jsonAttributes(resource.attributes),
      })),
    ),
  );
}

export function metricsInJson(body: Buffer): readonly string[] {
  const { resourceMetrics } = JSON.parse(body.toString()) as {
    resourceMetrics: { scopeMetrics: { metrics: { name: string }[] }[] }[];
  };
  return resourceMetrics.flatMap(({ scopeMetrics }) =>
    scopeMetrics.flatMap(({ metrics }) => metrics.map(({ name }) => name)),
  );
}

/** `KeyValue` and `AnyValue` of OTLP's `common.proto`. */
const attributesOf = (list: readonly Message[]): Attributes =>
  Object.fromEntries(
    list.map((pair) => {
      const [value] = pair.all(2);
      return [pair.text(1), value?.number(3) ?? value?.number(4) ?? value?.text(1)];
    }),
  );

/** `ExportTraceServiceRequest` and what is in it, by the numbers of OTLP's `trace.proto`. */
function spansInProtobuf(body: Uint8Array): readonly Span[] {
  return new Message(body).all(1).flatMap((resourceSpans) => {
    const resource = attributesOf(resourceSpans.all(1)[0]?.all(1) ?? []);
    return resourceSpans.all(2).flatMap((scope) =>
      scope.all(2).map((span) => ({
        name: span.text(5),
        traceId: span.hex(1),
        spanId: span.hex(2),
        parentSpanId: span.hex(4),
        kind: span.number(6) ?? 0,
        attributes: attributesOf(span.all(9)),
        status: span.all(15)[0]?.number(3) ?? 0,
        duration: Number.NaN,
        resource,
      })),
    );
  });
}

/** Names of metrics, by the numbers of OTLP's `metrics.proto`. */
function metricsInProtobuf(body: Uint8Array): readonly string[] {
  return new Message(body)
    .all(1)
    .flatMap((resource) => resource.all(2).flatMap((scope) => scope.all(2).map((metric) => metric.text(1))));
}
