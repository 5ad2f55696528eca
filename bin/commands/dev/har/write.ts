import { STATUS_CODES } from "node:http";
import type {
  ShownBody,
  ShownFields,
  ShownRequest,
  ShownResponse,
  Trace,
} from "../../../../runtime/trace/format.js";
import type { Har, HarEntry, HarPair, HarRequest, HarResponse } from "./format.js";
import { wellFormed } from "./received.js";

/**
 * Requests as a HAR. What is masked in a trace is masked there, too.
 * @param app where the app answers: `http://127.0.0.1:8080`
 * @param version of flowc
 */
export function writeHar(traces: readonly Trace[], app: string, version: string): Har {
  const entries = traces.map((trace) => entryOf(trace, app));
  return { log: { version: "1.2", creator: { name: "flowc", version }, entries } };
}

function entryOf({ id, startedAt, request, response, duration = 0, ...more }: Trace, app: string): HarEntry {
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: duration,
    request: requestOf(request, app),
    response: responseOf(response),
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
    _flowc: {
      id,
      route: more.route,
      flow: more.flow,
      hasSecrets: more.hasSecrets,
      isRequestCut: isCut(request.body),
      isRequestBase64: request.body?.encoding === "base64",
      isResponseCut: isCut(response?.body),
    },
  };
}

function requestOf({ method, target, fields, body }: ShownRequest, app: string): HarRequest {
  const url = uriOf(target.startsWith("/") ? app + target : target);
  const question = url.indexOf("?");
  return {
    method,
    url,
    httpVersion: "HTTP/1.1",
    cookies: fields.filter(isNamed("cookie")).flatMap(([, value]) => value.split(";").flatMap(cookie)),
    headers: pairs(fields),
    queryString: pairs(question < 0 ? [] : [...new URLSearchParams(url.slice(question))]),
    ...(body?.content === undefined
      ? {}
      : { postData: { mimeType: body.type, text: body.content, ...commentOn(body) } }),
    headersSize: -1,
    bodySize: body === undefined ? 0 : (body.bytes ?? -1),
  };
}

function responseOf(response: ShownResponse | undefined): HarResponse {
  const { status, fields, body } = response ?? { status: 0, fields: [], body: undefined };
  return {
    status,
    statusText: STATUS_CODES[status] ?? "",
    httpVersion: "HTTP/1.1",
    cookies: fields
      .filter(isNamed("set-cookie"))
      .flatMap(([, value]) => cookie(value.split(";", 1)[0] ?? "")),
    headers: pairs(fields),
    content: {
      size: body?.bytes ?? body?.content?.length ?? 0,
      mimeType: body?.type ?? "",
      ...(body?.content === undefined ? {} : { text: body.content }),
      ...(body?.encoding === "base64" && body.content !== undefined ? { encoding: "base64" } : {}),
      ...commentOn(body),
    },
    redirectURL: fields.find(isNamed("location"))?.[1] ?? "",
    headersSize: -1,
    bodySize: body?.bytes ?? -1,
  };
}

function isCut(body: ShownBody | undefined): boolean {
  return body !== undefined && (body.isCut || body.content === undefined);
}

function commentOn(body: ShownBody | undefined): { readonly comment?: string } {
  return body?.isCut === true ? { comment: "Only the beginning of the body was kept." } : {};
}

function pairs(fields: ShownFields): readonly HarPair[] {
  return fields.map(([name, value]) => ({ name, value }));
}

function isNamed(wanted: string): (field: readonly [string, string]) => boolean {
  return ([name]) => name.toLowerCase() === wanted;
}

function cookie(text: string): readonly HarPair[] {
  const equals = text.indexOf("=");
  return equals < 1 ? [] : [{ name: text.slice(0, equals).trim(), value: text.slice(equals + 1).trim() }];
}

/** A URL as RFC 3986 writes it. Servers accept more in a request line, and clients send more. */
function uriOf(url: string): string {
  const [, origin = "", rest = ""] = /^([^/?#]*:\/\/[^/?#]*)?(.*)$/su.exec(wellFormed(url)) ?? [];
  const path = rest.replace(/%(?![\da-f]{2})|[^\w\-.~:/?@!$&'()*+,;=%]/giu, encodeURIComponent);
  return origin + path;
}
