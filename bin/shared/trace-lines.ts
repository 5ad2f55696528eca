import type { ShownBody, Trace, TraceEvent } from "../../compiler/index.js";

/** How many traces are read of a log, how many events of each, and how long a line may be. */
const maxTraces = 10_000;
const maxEvents = 10_000;
const maxLine = 4_194_304;

/** What each line of a trace begins with, whatever stands before it. */
const start = '{"type":"engine_trace"';

/**
 * The traces among the lines of a log, which apps write for `FLOW_DEBUG=…:…:trace`, in the order of their beginnings.
 * Other lines, lines that were cut, and traces of later versions are passed over. Of a request that never ended, there
 * is what was written.
 */
export function linesToTraces(log: string): readonly Trace[] {
  const reader = new TraceReader();
  for (let at = log.indexOf(start); at >= 0; ) {
    const end = log.indexOf("\n", at);
    const line = log.slice(at, end < 0 ? undefined : end);
    if (line.length <= maxLine) reader.line(line);
    at = end < 0 ? -1 : log.indexOf(start, end);
  }
  return reader.traces;
}

/** The same fields, which may be set. */
type Growing = { -readonly [K in keyof Trace]: Trace[K] };

interface OpenTrace {
  readonly trace: Growing;
  /** Where the events are, by the numbers of their lines. */
  readonly bySeq: Map<number, number>;
}

class TraceReader {
  readonly #traces: Growing[] = [];
  readonly #open = new Map<string, OpenTrace>();

  get traces(): readonly Trace[] {
    return this.#traces;
  }

  line(text: string): void {
    const line = parsed(text);
    if (line === undefined || line.version !== 1 || !isText(line.requestID)) return;
    const { requestID: id, kind } = line;
    if (kind === "begin") this.#begin(id, line);
    const known = this.#open.get(id);
    if (known === undefined || kind === "begin") return;
    if (kind === "end") {
      this.#open.delete(id);
      end(known.trace, line);
    } else this.#event(known, line);
  }

  #event({ trace, bySeq }: OpenTrace, line: Line): void {
    const event = readEvent(line);
    if (event === undefined || !isNumber(line.seq)) return;
    // A line with the number of an earlier one says more of the same event.
    const before = bySeq.get(line.seq);
    if (before !== undefined) (trace.events as TraceEvent[])[before] = event;
    else if (trace.events.length >= maxEvents) trace.dropped++;
    else bySeq.set(line.seq, (trace.events as TraceEvent[]).push(event) - 1);
  }

  #begin(id: string, { startedAt, request, route }: Line): void {
    if (this.#traces.length >= maxTraces || !isRequest(request) || !isNumber(startedAt)) return;
    const trace: Growing = {
      version: 1,
      id,
      startedAt,
      build: 0,
      request,
      route: isText(route) ? route : "",
      flow: "",
      response: undefined,
      duration: undefined,
      events: [],
      ran: [],
      hasSecrets: false,
      dropped: 0,
    };
    this.#traces.push(trace);
    this.#open.set(id, { trace, bySeq: new Map() });
  }
}

function end(trace: Growing, { flow, duration, response, requestBody, hasSecrets, dropped }: Line): void {
  if (isText(flow)) trace.flow = flow;
  if (isNumber(duration)) trace.duration = duration;
  if (isResponse(response)) trace.response = response;
  if (isBody(requestBody)) trace.request = { ...trace.request, body: requestBody };
  trace.hasSecrets = hasSecrets === true;
  if (isNumber(dropped)) trace.dropped += dropped;
  // Lines of upstream requests are written when they are over.
  (trace.events as TraceEvent[]).sort((a, b) => a.at - b.at);
}

type Line = Readonly<Record<string, unknown>>;

function parsed(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return undefined;
  }
}

/** The event of a line if it has all that an event of its kind has. */
function readEvent({
  type: _,
  version: __,
  requestID: ___,
  seq: ____,
  ...event
}: Line): TraceEvent | undefined {
  const isPlaced = event.place === undefined || isText(event.place);
  const check = isText(event.kind) ? checks.get(event.kind) : undefined;
  return isNumber(event.at) && isPlaced && check?.(event) === true
    ? (event as unknown as TraceEvent)
    : undefined;
}

const checks: ReadonlyMap<string, (event: Line) => boolean> = new Map([
  [
    "action",
    ({ name, place, depth, took }) =>
      isText(name) && isText(place) && isNumber(depth) && isOptional(took, isNumber),
  ],
  ["flow", ({ file }) => isText(file)],
  ["variable", ({ name, value }) => isText(name) && isValue(value)],
  ["output", ({ to, value }) => isText(to) && isValue(value)],
  ["error", ({ error, status }) => isValue(error) && isOptional(status, isNumber)],
  ["message", ({ level, topic, text }) => isText(level) && isText(topic) && isText(text)],
  ["upstream", isUpstream],
] satisfies readonly (readonly [TraceEvent["kind"], (event: Line) => boolean])[]);

function isUpstream(event: Line): boolean {
  const { id, hop, request, response, failure, timing, violations, cache } = event;
  return (
    isText(id) &&
    isNumber(hop) &&
    isRequest(request) &&
    isOptional(response, isResponse) &&
    isOptional(failure, isText) &&
    isObject(timing) &&
    Object.values(timing).every(isNumber) &&
    isOptional(violations, (list) => Array.isArray(list) && list.every(isText)) &&
    isOptional(cache, isText)
  );
}

const isOptional = (value: unknown, check: (value: unknown) => boolean): boolean =>
  value === undefined || check(value);

const isObject = (value: unknown): value is Line =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === "string";

const isNumber = (value: unknown): value is number => typeof value === "number";

const isValue = (value: unknown): boolean =>
  isObject(value) && isText(value.type) && isText(value.text) && isOptional(value.cutFrom, isNumber);

const isFields = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every(isText));

const isBody = (value: unknown): value is ShownBody =>
  isObject(value) &&
  isText(value.type) &&
  isText(value.encoding) &&
  isOptional(value.content, isText) &&
  isOptional(value.bytes, isNumber) &&
  typeof value.isCut === "boolean";

const isRequest = (value: unknown): value is Trace["request"] =>
  isObject(value) &&
  isText(value.method) &&
  isText(value.target) &&
  isFields(value.fields) &&
  isOptional(value.body, isBody);

const isResponse = (value: unknown): value is NonNullable<Trace["response"]> =>
  isObject(value) && isNumber(value.status) && isFields(value.fields) && isOptional(value.body, isBody);
