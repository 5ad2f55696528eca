import { STATUS_CODES } from "node:http";
import {
  type Body,
  type Fields,
  fieldValue,
  type RequestMessage,
  type ResponseMessage,
} from "../../../../runtime/observe/trace/exchange.js";
import type { Trace, UpstreamEvent, UpstreamTiming } from "../../../../runtime/observe/trace/format.js";

/** HAR 1.2. Names that begin with `_` are flowc's own, as the format allows. */
export type Har = ReturnType<typeof writeHar>;

/**
 * Requests as a HAR, each with its upstream exchanges behind it. What is masked in a trace is masked there, too.
 * @param app where the app answers: `http://127.0.0.1:8080`
 * @param version of flowc
 */
export function writeHar(traces: readonly Trace[], app: string, version: string) {
  const entries = traces.flatMap((trace) => [
    entryOf(trace, app),
    ...trace.events.filter((event) => event.kind === "upstream").map((event) => exchangeOf(event, trace)),
  ]);
  return { log: { version: "1.2", creator: { name: "flowc", version }, entries } };
}

function entryOf(trace: Trace, app: string) {
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

/** `_parent` is the ID of the client's request: its `_flowc.id`. */
function exchangeOf({ kind: _, request, response, ...upstream }: UpstreamEvent, trace: Trace) {
  const { at, failure, place, timing } = upstream;
  const timings = timingsOf(timing, upstream.isReused === true);
  return {
    startedDateTime: new Date(trace.startedAt + at).toISOString(),
    time: timings.blocked + timings.connect + timings.wait + timings.receive,
    request: harRequest(request),
    response: harResponse(response),
    cache: {},
    timings,
    ...(failure !== undefined && { _error: failure }),
    _initiator: initiatorOf(place ?? trace.flow),
    _parent: trace.id,
    _flowc: { upstream, ...ownBodyData(request, response) },
  };
}

/** A phase that took no time is 0: all together are the time of the entry. */
function timingsOf({ connected = 0, firstByte, ended }: UpstreamTiming, isReused: boolean) {
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
function initiatorOf(place: string) {
  const [, file = place, line] = /^(.*?):(\d+)(?::\d+)?$/s.exec(place) ?? [];
  return { type: "script", url: file, ...(line !== undefined && { lineNumber: Number(line) - 1 }) };
}

/** @param origin where it went to, if only its path is known */
function harRequest({ method, target, fields, body }: RequestMessage, origin = "") {
  const url = uriOf(target.startsWith("/") ? origin + target : target) || "about:blank";
  const question = url.indexOf("?");
  return {
    ...{ method, url, httpVersion: "HTTP/1.1" },
    cookies: valuesOf(fields, "cookie").flatMap((value) => value.split(";").flatMap(cookie)),
    headers: pairs(fields),
    queryString: pairs(question < 0 ? [] : [...new URLSearchParams(url.slice(question))]),
    ...(contentOf(body) !== undefined && {
      postData: { mimeType: fieldValue(fields, "content-type"), text: contentOf(body), ...commentOn(body) },
    }),
    headersSize: -1,
    bodySize: body === undefined ? 0 : (body.bytes ?? -1),
  };
}

/** Requests without an answer have status 0. */
function harResponse(response: ResponseMessage | undefined) {
  const { status, fields, body }: ResponseMessage = response ?? { status: 0, fields: [] };
  return {
    ...{ status, statusText: STATUS_CODES[status] ?? "", httpVersion: "HTTP/1.1" },
    cookies: valuesOf(fields, "set-cookie").flatMap((value) => cookie(value.split(";", 1)[0] ?? "")),
    headers: pairs(fields),
    content: {
      size: body?.bytes ?? contentOf(body)?.length ?? 0,
      mimeType: body === undefined ? "" : fieldValue(fields, "content-type"),
      ...(contentOf(body) !== undefined && { text: contentOf(body) }),
      ...(body?.base64 !== undefined && { encoding: "base64" }),
      ...commentOn(body),
    },
    redirectURL: valuesOf(fields, "location")[0] ?? "",
    headersSize: -1,
    bodySize: body?.bytes ?? -1,
  };
}

/** The facts about the bodies that a HAR does not say. */
const ownBodyData = (request: RequestMessage, response: ResponseMessage | undefined) => ({
  isRequestCut: request.body?.isCut === true,
  isRequestBase64: request.body?.base64 !== undefined,
  isResponseCut: response?.body?.isCut === true,
});

const contentOf = (body: Body | undefined) => body?.text ?? body?.base64;

const commentOn = (body: Body | undefined) =>
  body?.isCut === true ? { comment: "Only the beginning of the body was kept." } : {};

const pairs = (fields: Fields) => fields.map(([name, value]) => ({ name, value }));

const valuesOf = (fields: Fields, wanted: string): readonly string[] =>
  fields.flatMap(([name, value]) => (name.toLowerCase() === wanted ? value : []));

function cookie(text: string) {
  const equals = text.indexOf("=");
  return equals < 1 ? [] : [{ name: text.slice(0, equals).trim(), value: text.slice(equals + 1).trim() }];
}

/** A URL as RFC 3986 writes it. Servers accept more in a request line, and clients send more. */
function uriOf(url: string): string {
  const [, origin = "", rest = ""] = /^([^/?#]*:\/\/[^/?#]*)?(.*)$/su.exec(wellFormed(url)) ?? [];
  const path = rest.replace(/%(?![\da-f]{2})|[^\w\-.~:/?@!$&'()*+,;=%]/giu, encodeURIComponent);
  return origin + path;
}

/** Halves of characters cannot be written as UTF-8. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, "\ufffd");
