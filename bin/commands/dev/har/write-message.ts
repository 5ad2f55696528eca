import { STATUS_CODES } from "node:http";
import type {
  ShownBody,
  ShownFields,
  ShownRequest,
  ShownResponse,
} from "../../../../runtime/observe/trace/format.js";
import type { HarPair, HarRequest, HarResponse, OwnBodyData } from "./format.js";
import { wellFormed } from "./received.js";

/** @param origin where it went to, if only its path is known */
export function harRequest({ method, target, fields, body }: ShownRequest, origin = ""): HarRequest {
  const url = uriOf(target.startsWith("/") ? origin + target : target) || "about:blank";
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

export function harResponse(response: ShownResponse | undefined): HarResponse {
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

/** What a HAR does not say of the bodies. */
export function ownBodyData(request: ShownRequest, response: ShownResponse | undefined): OwnBodyData {
  return {
    isRequestCut: isCut(request.body),
    isRequestBase64: request.body?.encoding === "base64",
    isResponseCut: isCut(response?.body),
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
