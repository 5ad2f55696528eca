/**
 * Spans in the binary form of OTLP (opentelemetry/proto/trace/v1/trace.proto), which the serializer of the SDK takes most
 * of the time of a span for. The bytes are put together as text with a character for each of them: V8 joins texts at nearly
 * no cost, and most attributes are those of the span before.
 * @module
 */
import type { AttributeValue } from "@opentelemetry/api";
import type { ReadableSpan } from "@opentelemetry/sdk-trace-base";
import type { RecordedSpan } from "./recorded-span.js";

/** A request of the exporter: all spans have the same resource and the same scope. */
export function encodeSpans(spans: readonly RecordedSpan[]): Uint8Array {
  const [first] = spans;
  if (first === undefined) return new Uint8Array();
  const { resource, instrumentationScope } = first;
  let digits = "";
  for (const { own, parent } of spans) digits += own.traceID + own.spanID + (parent?.spanID ?? noSpan);
  const ids = Buffer.from(digits, "hex").toString("latin1");
  let encoded = field(1, field(1, utf8(instrumentationScope.name)));
  let start = 0;
  for (const span of spans) {
    encoded += field(2, spanMessage(span, ids, start));
    start += 32;
  }
  const message = field(1, attributesIn(1, resource.attributes)) + field(2, encoded);
  return Buffer.from(field(1, message), "latin1");
}

const noSpan = "0".repeat(16);

/** @param start where its ID, and that of its parent, are in `ids` */
function spanMessage(span: RecordedSpan, ids: string, start: number): string {
  const { parent, name, kind, startedAt, endedAt, attributes, events, own } = span;
  let encoded = field(1, ids.slice(start, start + 16)) + field(2, ids.slice(start + 16, start + 24));
  if (parent !== undefined) encoded += field(4, ids.slice(start + 24, start + 32));
  encoded += field(5, utf8(name)) + key(6, 0) + varint(kind + 1); // 0 would say that it is not known
  encoded += key(7, 1) + time(startedAt) + key(8, 1) + time(endedAt) + attributesIn(9, attributes);
  for (const event of events) encoded += field(11, eventMessage(event));
  if (span.droppedEventsCount > 0) encoded += key(12, 0) + varint(span.droppedEventsCount);
  if (span.hasFailed) encoded += field(15, key(3, 0) + varint(2));
  // The third bit of the second byte says that the second one is meant: the parent is another system's.
  return encoded + key(16, 5) + fromCharCode(own.flags & 255, span.isParentRemote ? 3 : 1, 0, 0);
}

function eventMessage({
  time: [seconds, nanoseconds],
  name,
  attributes,
}: ReadableSpan["events"][number]): string {
  const at = seconds * 1000 + nanoseconds / 1e6;
  return key(1, 1) + time(at) + field(2, utf8(name)) + attributesIn(3, attributes ?? {});
}

/** The attributes that each name had last. The names are ours and those of the operator, so that there are few. */
const latest = new Map<string, { readonly value: unknown; readonly encoded: string }>();

function attributesIn(number: number, attributes: ReadableSpan["attributes"]): string {
  let encoded = "";
  for (const name of Object.keys(attributes)) {
    const value = attributes[name];
    if (value !== undefined && value !== null) encoded += field(number, attribute(name, value));
  }
  return encoded;
}

function attribute(name: string, value: AttributeValue): string {
  const known = latest.get(name);
  if (known?.value === value) return known.encoded;
  const encoded = field(1, utf8(name)) + field(2, valueMessage(value));
  latest.set(name, { value, encoded });
  return encoded;
}

function valueMessage(value: AttributeValue): string {
  if (typeof value === "boolean") return key(2, 0) + varint(Number(value));
  if (typeof value !== "number") return field(1, utf8(String(value)));
  return Number.isSafeInteger(value) && value >= 0 ? key(3, 0) + varint(value) : key(4, 1) + double(value);
}

const { fromCharCode } = String;

function field(number: number, content: string): string {
  return key(number, 2) + varint(content.length) + content;
}

function key(number: number, wireType: number): string {
  return varint(number * 8 + wireType);
}

function varint(value: number): string {
  let encoded = "";
  let rest = value;
  while (rest > 127) {
    encoded += fromCharCode((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return encoded + fromCharCode(rest);
}

/** Milliseconds as nanoseconds in eight bytes. A number is exact to a quarter of a microsecond. */
function time(milliseconds: number): string {
  const nanoseconds = milliseconds * 1e6;
  const high = Math.floor(nanoseconds / 2 ** 32);
  return fixed32(nanoseconds - high * 2 ** 32) + fixed32(high);
}

function fixed32(value: number): string {
  return fromCharCode(value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24);
}

function double(value: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes.toString("latin1");
}

const beyondAscii = /[^\0-\x7f]/;

function utf8(text: string): string {
  return beyondAscii.test(text) ? Buffer.from(text).toString("latin1") : text;
}
