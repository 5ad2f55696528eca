import type { Trace, UpstreamEvent, UpstreamTiming } from "../../../../runtime/observe/trace/format.js";
import type { Har, HarExchange, HarInitiator, HarRequestEntry, HarTimings } from "./format.js";
import { harRequest, harResponse, ownBodyData } from "./write-message.js";

/**
 * Requests as a HAR, each with its upstream exchanges behind it. What is masked in a trace is masked there, too.
 * @param app where the app answers: `http://127.0.0.1:8080`
 * @param version of flowc
 */
export function writeHar(traces: readonly Trace[], app: string, version: string): Har {
  const entries = traces.flatMap((trace) => [
    entryOf(trace, app),
    ...trace.events.filter((event) => event.kind === "upstream").map((event) => exchangeOf(event, trace)),
  ]);
  return { log: { version: "1.2", creator: { name: "flowc", version }, entries } };
}

function entryOf(trace: Trace, app: string): HarRequestEntry {
  const { id, startedAt, request, response, duration = 0, route, flow, hasSecrets } = trace;
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: duration,
    request: harRequest(request, app),
    response: harResponse(response),
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
    _flowc: { id, route, flow, hasSecrets, ...ownBodyData(request, response) },
  };
}

function exchangeOf({ kind: _, request, response, ...upstream }: UpstreamEvent, trace: Trace): HarExchange {
  const { at, failure, place, timing } = upstream;
  const timings = timingsOf(timing, upstream.isReused === true);
  return {
    startedDateTime: new Date(trace.startedAt + at).toISOString(),
    time: timings.blocked + timings.connect + timings.wait + timings.receive,
    request: harRequest(request),
    response: harResponse(response),
    cache: {},
    timings,
    ...(failure === undefined ? {} : { _error: failure }),
    _initiator: initiatorOf(place ?? trace.flow),
    _parent: trace.id,
    _flowc: { upstream, ...ownBodyData(request, response) },
  };
}

/** What took no time is 0: all together are the time of the entry. */
function timingsOf({ connected = 0, firstByte, ended }: UpstreamTiming, isReused: boolean): HarTimings {
  const answered = firstByte ?? ended ?? connected;
  return {
    blocked: isReused ? connected : 0,
    connect: isReused ? 0 : connected,
    send: 0,
    wait: Math.max(0, answered - connected),
    receive: Math.max(0, (ended ?? answered) - answered),
  };
}

/** The form in which browsers say which script sent a request. They count lines from 0. */
function initiatorOf(place: string): HarInitiator {
  const [, file = place, line] = /^(.*?):(\d+)(?::\d+)?$/s.exec(place) ?? [];
  return { type: "script", url: file, ...(line === undefined ? {} : { lineNumber: Number(line) - 1 }) };
}
