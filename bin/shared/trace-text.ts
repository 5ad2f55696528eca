import type { ActionEvent, Trace, TraceEvent, UpstreamEvent } from "../../compiler/session/traced-build.js";
import { escapedLine } from "./visible-lines.js";

/** More events say nothing to a reader, nor do longer values. */
const maxEvents = 300;
const maxValue = 200;

/**
 * A trace for people: what happened, in the order of time, each with the milliseconds since the request began.
 * @param backends flows that have answered upstream requests, by the IDs of these
 */
export function traceText(
  { request, response, duration, events, dropped }: Trace,
  backends: ReadonlyMap<string, string> = new Map(),
): readonly string[] {
  const head = `${request.method} ${request.target}: ${response?.status ?? "no answer"}, ${time(duration)}`;
  const shown = events.filter(isShown);
  const depths = depthsOf(shown);
  const lines = shown.slice(0, maxEvents).map((event, index) => {
    const indent = "  ".repeat(depths[index] ?? 0);
    return `${time(event.at).padStart(10)}  ${indent}${textOf(event, backends)}`;
  });
  const more = shown.length - maxEvents + dropped;
  return [head, ...lines, ...(more > 0 ? [`${" ".repeat(12)}and ${more} more`] : [])].map(escapedLine);
}

/** The content that the flow sets is seen in the answer; when debugging ends is no event for readers. */
const isShown = (event: TraceEvent): boolean =>
  !(
    event.kind === "message" &&
    (event.topic === "time" || event.topic === "env" || (event.level === "alert" && event.topic === "error"))
  );

/** The events in an action are indented below it. */
function depthsOf(events: readonly TraceEvent[]): readonly number[] {
  const open: ActionEvent[] = [];
  return events.map((event) => {
    if (event.kind === "action") {
      open.length = Math.min(open.length, event.depth);
      open.push(event);
      return event.depth;
    }
    while (open.length > 0 && event.place !== open.at(-1)?.place) open.pop();
    return open.length;
  });
}

function textOf(event: TraceEvent, backends: ReadonlyMap<string, string>): string {
  switch (event.kind) {
    case "action":
      return `${event.place} ${event.name}${event.took === undefined ? "" : `  ${time(event.took)}`}`;
    case "flow":
      return event.file;
    case "variable":
      return `$${event.name} = ${valueText(event.value)}`;
    case "output":
      return `${event.to}: ${valueText(event.value)}`;
    case "error":
      return `error: ${valueText(event.error)}`;
    case "message":
      return `${event.level}${event.topic === "" ? "" : ` [${event.topic}]`} ${short(event.text)}`;
    case "upstream":
      return upstreamText(event, backends.get(event.id));
    default:
      return event satisfies never;
  }
}

function upstreamText(event: UpstreamEvent, backend: string | undefined): string {
  const { id, attempt, request, response, result, failure, timing, cache, isMocked, violations } = event;
  const { ended } = timing;
  const about = [
    ...(attempt === undefined ? [] : [`attempt ${attempt}`]),
    result ?? (response === undefined ? "no response" : String(response.status)),
    ...(ended === undefined ? [] : [time(ended)]),
    ...(cache === undefined ? [] : [`cache: ${cache}`]),
    ...(backend === undefined ? [] : [`answered by ${backend.replace(/#\d+$/, "")}`]),
    ...(isMocked === true ? ["mocked"] : []),
    ...(failure === undefined ? [] : [failure]),
    ...(violations ?? []),
  ];
  return `${id}: ${request.method} ${short(request.target)}: ${about.join(", ")}`;
}

function valueText({ type, text }: { readonly type: string; readonly text: string }): string {
  if (type === "empty") return text === "" ? "(empty)" : text;
  return type === "string" ? short(JSON.stringify(text)) : short(text);
}

const short = (text: string): string => (text.length > maxValue ? `${text.slice(0, maxValue)}…` : text);

const time = (milliseconds = 0): string => `${milliseconds.toFixed(1)} ms`;
