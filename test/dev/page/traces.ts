import {
  type ShownValue,
  type Trace,
  type TraceEvent,
  traceVersion,
} from "../../../runtime/observe/trace/format.js";

/** A trace of a request that was answered with 200, with what a test changes. */
export const traceOf = (events: readonly TraceEvent[], changes: Partial<Trace> = {}): Trace => ({
  version: traceVersion,
  id: "a",
  startedAt: 0,
  build: 1,
  request: { method: "GET", target: "/api/users/7", fields: [] },
  route: "/users/{id}",
  flow: "get.xml",
  response: { status: 200, fields: [] },
  duration: 20,
  events: [...events],
  ran: [],
  hasSecrets: false,
  dropped: 0,
  ...changes,
});

export const text = (value: string): ShownValue => ({ type: "string", text: value });

export const json = (value: unknown): ShownValue => ({ type: "json", text: JSON.stringify(value) });

export const flow = (at: number, file: string): TraceEvent => ({ kind: "flow", at, file });

export const action = (
  at: number,
  place: string,
  name: string,
  depth: number,
  took?: number,
): TraceEvent => ({
  kind: "action",
  at,
  place,
  name,
  depth,
  ...(took === undefined ? {} : { took }),
});

export const set = (at: number, name: string, value: string): TraceEvent => ({
  kind: "variable",
  at,
  name,
  value: text(value),
});
