import type { Trace, TraceEvent } from "../../../../runtime/observe/trace/format.js";
import { memberOf, parsedJson } from "../../../shared/values.js";
import type { RequestSummary } from "../api.js";

/** A row of the list. */
export function summaryOf(
  trace: Trace,
  { key, isKept, isImported }: Pick<RequestSummary, "key" | "isKept" | "isImported">,
): RequestSummary {
  const { id, startedAt, request, route, flow, response, duration, events, build } = trace;
  return {
    key,
    id,
    startedAt,
    method: request.method,
    target: request.target.slice(0, maxTarget),
    route,
    flow,
    status: response?.status,
    duration,
    upstream: events.filter(({ kind }) => kind === "upstream").length,
    error: errorOf(events),
    isKept,
    isImported,
    build,
  };
}

/** Characters of a target or a message that a row of the list has room for. */
const maxTarget = 2000;

/** Returns the text of the last error of the flow. */
function errorOf(events: readonly TraceEvent[]): string | undefined {
  const last = events.findLast((event) => event.kind === "error");
  if (last === undefined) return undefined;
  return (messageIn(last.error.text) ?? last.error.text).slice(0, maxTarget);
}

/** `undefined` if it was cut. */
function messageIn(json: string): string | undefined {
  const error = parsedJson(json);
  const message = memberOf(error, "message") ?? memberOf(memberOf(error, "error"), "message");
  return typeof message === "string" ? message : undefined;
}
