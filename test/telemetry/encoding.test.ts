/** Spans in the binary form of OTLP are those that the serializer of OpenTelemetry writes. */
import { type AttributeValue, SpanKind } from "@opentelemetry/api";
import { ProtobufTraceSerializer } from "@opentelemetry/otlp-transformer";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { describe, expect, test } from "vitest";
import { encodeSpans } from "../../runtime/server/open-telemetry/encode-spans.js";
import { RecordedSpan } from "../../runtime/server/open-telemetry/recorded-span.js";
import { Traces } from "../../runtime/server/open-telemetry/traces.js";
import { Message } from "./protobuf.js";

const resource = resourceFromAttributes({ "service.name": "Größe", "process.pid": 4711 });
const traces = new Traces(resource, [], { isParentBased: true, limit: 2 ** 32 }, { name: "flowc" });
const client = { traceID: "4bf92f3577b34da6a3ce929d0e0e4736", spanID: "00f067aa0ba902b7", flags: 1 };
const own = { ...client, spanID: "ffeeddccbbaa9988" };

/** As a number of nanoseconds, it is exact. */
const start = 2 ** 40;

function spanWith(value: AttributeValue, name = "GET /"): RecordedSpan {
  const span = new RecordedSpan(traces, name, SpanKind.SERVER, own, undefined, start);
  span.attributes = { name: value };
  return span;
}

function remote(): RecordedSpan {
  const span = new RecordedSpan(traces, "GET", SpanKind.CLIENT, own, client, start, true);
  span.hasFailed = true;
  return span;
}

function refused(times: number): RecordedSpan {
  const span = new RecordedSpan(traces, "GET", SpanKind.INTERNAL, own, client, start);
  for (let index = 0; index < times; index++)
    span.addEvent("flow.refusal", { "flow.refusal": "breaker" }, start + 128 * index);
  return span;
}

const spans: Readonly<Record<string, RecordedSpan>> = {
  text: spanWith("text"),
  "no text": spanWith(""),
  "text beyond ASCII, and a name": spanWith("€ 😀 ß", "GET /größe"),
  "127 bytes": spanWith("x".repeat(127)),
  "128 bytes": spanWith("x".repeat(128)),
  "16,384 bytes": spanWith("é".repeat(8_192)),
  zero: spanWith(0),
  "an integer": spanWith(2 ** 31 + 200),
  "a fraction": spanWith(0.5),
  true: spanWith(true),
  false: spanWith(false),
  "a remote parent, and a failure": remote(),
  events: refused(2),
  "more events than it keeps": refused(130),
};
for (const span of Object.values(spans)) span.end(start + 256);

const all = Object.values(spans);
const read = (bytes: Uint8Array | undefined) => new Message(bytes ?? new Uint8Array()).all(1)[0];
// Before anything replaces it.
const theirs = read(ProtobufTraceSerializer.serializeRequest(all));
const ours = read(encodeSpans(all));

const shown = (message: Message | undefined) => ({
  ids: [1, 2, 4].map((number) => message?.hex(number)),
  name: message?.text(5),
  numbers: [6, 7, 8, 12, 16].map((number) => message?.number(number) || 0),
  attributes: message?.hex(9),
  events: message?.all(11).map((event) => [event.number(1), event.text(2), event.hex(3)]),
  status: message?.all(15)[0]?.number(3) ?? 0,
});

describe("encodeSpans", () => {
  test.each(Object.keys(spans).map((name, index) => [name, index] as const))("%s", (_, index) => {
    const spanOf = (message: Message | undefined) => message?.all(2)[0]?.all(2)[index];
    expect(shown(spanOf(ours))).toEqual(shown(spanOf(theirs)));
  });

  test("the resource and the scope", () => {
    const about = (message: Message | undefined) => [
      message
        ?.all(1)[0]
        ?.all(1)
        .map((pair) => [pair.text(1), pair.hex(2)]),
      message?.all(2)[0]?.hex(1),
    ];
    expect(about(ours)).toEqual(about(theirs));
  });

  test("a value after another one of the same name", () => {
    const values = ["a", "b", "b", "a"];
    const message = read(encodeSpans(values.map((value) => spanWith(value))));
    const found = message
      ?.all(2)[0]
      ?.all(2)
      .map((span) => span.all(9)[0]?.all(2)[0]?.text(1));
    expect(found).toEqual(values);
  });
});
