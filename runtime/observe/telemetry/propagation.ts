/**
 * The data that goes along with a trace through all systems: from the client's request to the upstream
 * requests that are made for it. What is malformed goes no further.
 * @module
 */
import { parseTraceParent, type TraceParent } from "./trace-parent.js";

/** The header fields that are passed on, unless the operator says otherwise. */
const allFields = ["traceparent", "tracestate", "baggage"] as const;

type TraceField = (typeof allFields)[number];

let passedFields: readonly TraceField[] = allFields;

/** Sets for the whole process what is passed on: the trace, the baggage, both or neither. */
export function propagateOnly(what: readonly ("tracecontext" | "baggage")[]): void {
  passedFields = allFields.filter((name) => what.includes(name === "baggage" ? name : "tracecontext"));
}

type Received = Pick<Headers, "get">;

/** The span of the client that the request belongs to; `undefined` if the client names none. */
export function receivedParent(headers: Received): TraceParent | undefined {
  if (!passedFields.includes("traceparent")) return undefined;
  const text = headers.get("traceparent");
  return text === null ? undefined : parseTraceParent(text);
}

/**
 * Sets the fields of the client's trace for an upstream request, and removes those that are malformed.
 * @param own the span of this system that the upstream request belongs to, in place of the client's
 */
export function passTrace(received: Received, headers: Map<string, string>, own?: string): void {
  for (const name of passedFields) {
    const value = name === "traceparent" ? (own ?? valid(name, received)) : valid(name, received);
    if (value === undefined) headers.delete(name);
    else headers.set(name, value);
  }
}

function valid(name: TraceField, received: Received): string | undefined {
  const text = received.get(name);
  if (text === null || text.length > maxLength || text === "") return undefined;
  switch (name) {
    case "traceparent":
      return parseTraceParent(text) && text;
    case "tracestate":
      // Without the span that it belongs to, it means nothing (W3C Trace Context §3.3).
      return receivedParent(received) && isTraceState(text) ? text : undefined;
    case "baggage":
      return isBaggage(text) ? text : undefined;
    default:
      return name satisfies never;
  }
}

/** Characters of one field. W3C Baggage §3.3.2 wants as many of `baggage`, and W3C Trace Context 512 of `tracestate`. */
const maxLength = 8192;

const maxStates = 32;

const state =
  /^(?:[a-z][a-z\d_*/-]{0,255}|[a-z\d][a-z\d_*/-]{0,240}@[a-z][a-z\d_*/-]{0,13})=[ -+\--<>-~]{0,255}[!-+\--<>-~]$/;

/** W3C Trace Context §3.3.1. A key stands once. */
function isTraceState(text: string): boolean {
  if (/[^\t -~]/.test(text)) return false;
  const members = text.split(",").map((member) => member.trim());
  const states = members.filter((member) => member !== "");
  const keys = new Set(states.map((member) => member.slice(0, member.indexOf("="))));
  return states.length <= maxStates && keys.size === states.length && states.every((one) => state.test(one));
}

const maxEntries = 180;

const token = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/;
const octets = /^[!#-+\--:<-[\]-~]*$/;

/** W3C Baggage §3.3.1. */
function isBaggage(text: string): boolean {
  const entries = text.split(",");
  return entries.length <= maxEntries && entries.every(isEntry);
}

function isEntry(entry: string): boolean {
  return entry.split(";").every((part, index) => {
    const at = part.indexOf("=");
    if (at < 0) return index > 0 && token.test(part.trim());
    return token.test(part.slice(0, at).trim()) && octets.test(part.slice(at + 1).trim());
  });
}
