import { beginTrace, type GrowingTrace } from "../../runtime/observe/index.js";
import type {
  BeginLine,
  EndLine,
  LineBase,
  Trace,
  TraceEvent,
  TraceLine,
} from "../../runtime/observe/trace/index.js";
import { parsedJson } from "../shared/values.js";
import type { Check } from "./checker.js";

/** How many traces are read of a log, how many events of each, and how long a line may be. */
const maxTraces = 10_000;
const maxEvents = 10_000;
const maxLine = 4_194_304;

/** The beginning of each line of a trace, whatever stands before it. */
export const lineStart = '{"type":"engine_trace"';

interface OpenTrace {
  readonly trace: GrowingTrace;
  /** Where the events are, by the numbers of their lines. */
  readonly bySeq: Map<number, number>;
}

/**
 * Makes traces of the lines that apps write for `FLOW_DEBUG=…:…:trace`, in the order of their beginnings. Lines of
 * requests that began earlier are passed over. Of a request that never ended, there is what was written.
 */
export class JoinedLines {
  readonly #traces: GrowingTrace[] = [];
  readonly #open = new Map<string, OpenTrace>();

  constructor(private readonly check: Check) {}

  get traces(): readonly Trace[] {
    return this.#traces;
  }

  /** Returns the reason why a text is no line of a trace; `undefined` if it is one. */
  take(text: string): string | undefined {
    if (text.length > maxLine) return `has more than ${maxLine} characters`;
    const value = parsedJson(text);
    if (value === undefined) return "is no JSON, or was cut";
    const problem = this.check(value);
    if (problem === undefined) this.#add(value as TraceLine);
    return problem;
  }

  #add({ type: _, version: __, requestID: id, seq, ...what }: TraceLine): void {
    const known = this.#open.get(id);
    if (what.kind === "begin") this.#begin(id, what);
    else if (known === undefined) return;
    else if (what.kind === "end") {
      this.#open.delete(id);
      end(known.trace, what);
    } else this.#event(known, seq, what);
  }

  #event({ trace, bySeq }: OpenTrace, seq: LineBase["seq"], event: TraceEvent): void {
    // A line with the number of an earlier one says more of the same event.
    const before = bySeq.get(seq);
    if (before !== undefined) trace.events[before] = event;
    else if (trace.events.length >= maxEvents) trace.dropped++;
    else bySeq.set(seq, trace.events.push(event) - 1);
  }

  #begin(id: string, { startedAt, request, route }: BeginLine): void {
    if (this.#traces.length >= maxTraces) return;
    const trace = beginTrace({ id, startedAt, build: 0, request, route, hasSecrets: false });
    this.#traces.push(trace);
    this.#open.set(id, { trace, bySeq: new Map() });
  }
}

function end(
  trace: GrowingTrace,
  { flow, duration, response, requestBody, hasSecrets, dropped }: EndLine,
): void {
  Object.assign(trace, { flow, duration, response, hasSecrets });
  if (requestBody !== undefined) trace.request = { ...trace.request, body: requestBody };
  trace.dropped += dropped;
  // Lines of upstream requests are written when they are over.
  trace.events.sort((a, b) => a.at - b.at);
}
