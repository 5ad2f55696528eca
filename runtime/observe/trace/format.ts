/**
 * The trace of one request: the actions that ran, what they set, the upstream requests, and the answer. The
 * same form is shown by `flowc dev`, printed by `flowc request` and `flowc test`, and written by served apps
 * as lines of JSON. `docs/trace.md` describes it for readers of other programs.
 * @module
 */
import type { Body, ExchangeBase, RequestMessage, ResponseMessage } from "./exchange.js";

/** Grows by one where a reader of the form before would misread this one. */
export const traceVersion = 2;

/** A place in the flow directory: `users/get.xml:12:3`, with line and column from 1; or a file alone. */
export type Place = string;

/** Milliseconds since the request began, with fractions. */
export type Moment = number;

/** A value as it is kept: cut where it is long, and without what is secret. */
export interface ShownValue {
  readonly type: "string" | "number" | "boolean" | "null" | "json" | "xml" | "empty";
  /** The value; JSON and XML as they are written. */
  readonly text: string;
  /** Characters of the whole value, where `text` is only its beginning; 0 if nobody has counted them. */
  readonly cutFrom?: number;
}

export interface EventBase {
  readonly at: Moment;
  /** Where in the flows it happened, if that is known. */
  readonly place?: Place;
}

/** An action ran. What lies between its beginning and its end happened in it, other flows that it called included. */
export interface ActionEvent extends EventBase {
  readonly kind: "action";
  /** The name of its element. */
  readonly name: string;
  readonly place: Place;
  /** How many actions it is in, of this flow and of those that called it. */
  readonly depth: number;
  /** Milliseconds; `undefined` if it ended with an error, or if it is still running. */
  took?: number;
}

/** A flow began: that of an operation, one that another flow calls, the init flow or the error flow. */
export interface FlowEvent extends EventBase {
  readonly kind: "flow";
  readonly file: string;
}

/** A variable was set. */
export interface VariableEvent extends EventBase {
  readonly kind: "variable";
  readonly name: string;
  readonly value: ShownValue;
}

/** Something was written that is no variable: the main content, a named content, the status, header fields. */
export interface OutputEvent extends EventBase {
  readonly kind: "output";
  /** `template`, `status`, `headers`, or what `out` says. */
  readonly to: string;
  readonly value: ShownValue;
}

/** Milliseconds since the upstream request began. What was not needed, or is not known, is missing. */
export interface UpstreamTiming {
  /** A connection was there: a new one, or one that was used before. */
  readonly connected?: number;
  /** The first byte of the response. */
  readonly firstByte?: number;
  /** The last byte of the response. */
  readonly ended?: number;
}

/** One exchange with an upstream system; redirects that are followed are events of their own. */
export interface UpstreamEvent extends EventBase, ExchangeBase {
  readonly kind: "upstream";
  /** The ID of the request in its flow, `main` if it has none; `jwks`, or the function that asked a directory. */
  readonly id: string;
  /** 0, and one more for each redirect and each further attempt. */
  readonly hop: number;
  /** From 2 on for attempts to repeat a request that has failed. */
  readonly attempt?: number;
  /** The service that was asked, if it is no request of a flow: the keys of tokens, or an LDAP directory. */
  readonly service?: "key-set" | "directory";
  /** The answer of a directory, in words. */
  readonly result?: string;
  readonly timing: UpstreamTiming;
  /** True if the connection had been used before. */
  readonly isReused?: boolean;
  /** Where the response comes from, for requests that a cache may answer. */
  readonly cache?: "hit" | "revalidated" | "miss";
  /** The findings of a validation: none, if request and response are as their description says. */
  readonly violations?: readonly string[];
  /** True if a mock or a test answered instead of the upstream system. */
  readonly isMocked?: boolean;
  /** True if the response is that of another request, which was the same and in flight. */
  readonly isShared?: boolean;
}

/** The flow went to an end with an error: `$error` from now on. */
export interface ErrorEvent extends EventBase {
  readonly kind: "error";
  readonly error: ShownValue;
  readonly status?: number;
}

/** An event of the log: an alert, or what the flow itself logs or shows for debugging. */
export interface MessageEvent extends EventBase {
  readonly kind: "message";
  /** `alert`, or a level of debugging. */
  readonly level: string;
  readonly topic: string;
  readonly text: string;
}

export type TraceEvent =
  | ActionEvent
  | FlowEvent
  | VariableEvent
  | OutputEvent
  | UpstreamEvent
  | ErrorEvent
  | MessageEvent;

/** How often code of a flow ran: `lines[n]` belongs to line n of the file. A line that has no code is not there. */
export interface RanLines {
  readonly file: string;
  readonly lines: Readonly<Record<number, number>>;
}

/** A request and all that is known of it. */
export interface Trace extends ExchangeBase {
  readonly version: typeof traceVersion;
  /** The request ID, as in the log. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** The number of the build that answered, in a session of `flowc dev`; 0 elsewhere. */
  readonly build: number;
  /** The path of the API description; empty if there is none. */
  route: string;
  /** The flow of the operation, relative to the flow directory; empty if there is none. */
  flow: string;
  /** Milliseconds until the answer began to be sent. */
  duration?: number;
  readonly events: TraceEvent[];
  /** Which lines of flows ran, of all flows that were entered; empty if nobody counted. */
  ran: readonly RanLines[];
  /** True if anything was masked. */
  hasSecrets: boolean;
  /** Events that had no room any more. */
  dropped: number;
}

/** The beginning of each line that a served app writes of a trace, among the lines of its log. */
export interface LineBase {
  readonly type: "engine_trace";
  readonly version: typeof traceVersion;
  readonly requestID: string;
  /** The order of the lines of a request. A line with the number of an earlier one takes its place. */
  readonly seq: number;
}

/** The first line of a request. */
export interface BeginLine {
  readonly kind: "begin";
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly request: RequestMessage;
  /** The path of the API description; empty if there is none. */
  readonly route: string;
}

/** The last line of a request. */
export interface EndLine {
  readonly kind: "end";
  /** The flow of the operation, relative to the flow directory; empty if there is none. */
  readonly flow: string;
  /** Milliseconds until the answer began to be sent. */
  readonly duration: number;
  readonly response: ResponseMessage;
  /** The body of the request, if a flow has read it. */
  readonly requestBody?: Body;
  readonly hasSecrets: boolean;
  /** Lines that had no room. */
  readonly dropped: number;
}

/** A line of JSON. */
export type TraceLine = LineBase & (BeginLine | EndLine | TraceEvent);
