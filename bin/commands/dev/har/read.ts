import { randomUUID } from "node:crypto";
import { shownField, shownUrl } from "../../../../runtime/trace/credentials.js";
import type { ShownRequest, ShownResponse, Trace } from "../../../../runtime/trace/format.js";
import { type Masks, mask } from "../../../../runtime/trace/masks.js";
import { ApiError } from "../workbench.js";
import { readBody } from "./body.js";
import { listOf, memberOf, numberOf, type Received, recordOf, textOf } from "./received.js";

/** Entries that one import brings. The oldest requests make room for them. */
const maxEntries = 250;
/** Of one message. */
const maxFields = 200;
/** Characters. */
const maxValue = 8_192;
const maxName = 200;

/** Names of header fields, and methods (RFC 9110, section 5.6.2). */
const token = /^[!#$%&'*+.^_`|~\w-]+$/;

export interface ReadHar {
  readonly traces: readonly Trace[];
  /** Entries for which there was no room. */
  readonly left: number;
}

/**
 * Requests from a HAR, whatever program wrote it. Nothing in it is trusted: what it lacks is empty, and what is too large
 * is cut. Secrets are masked as they are in requests that the app answers.
 * @param masks a new one for each request
 */
export function readHar(har: unknown, masks: () => Masks): ReadHar {
  const entries = memberOf(memberOf(recordOf(har), "log"), "entries");
  if (!Array.isArray(entries)) throw new ApiError(400, "This is no HAR: it has no log.entries.");
  const read = entries.slice(0, maxEntries);
  return {
    traces: read.map((entry, index) => traceOf(recordOf(entry), index, masks())),
    left: entries.length - read.length,
  };
}

function traceOf(entry: Received, index: number, masks: Masks): Trace {
  const own = recordOf(memberOf(entry, "_flowc"));
  const request = requestOf(recordOf(memberOf(entry, "request")), own, index, masks);
  const response = responseOf(recordOf(memberOf(entry, "response")), own, masks);
  const started = Date.parse(textOf(memberOf(entry, "startedDateTime"), maxName));
  const time = numberOf(memberOf(entry, "time"));
  return {
    version: 1,
    id: textOf(memberOf(own, "id"), maxName) || randomUUID(),
    startedAt: Number.isFinite(started) ? started : Date.now(),
    build: 0,
    request,
    route: textOf(memberOf(own, "route"), maxValue),
    flow: textOf(memberOf(own, "flow"), maxValue),
    response,
    duration: time === undefined || time < 0 ? undefined : time,
    events: [],
    ran: [],
    hasSecrets: masks.hasMasked || memberOf(own, "hasSecrets") === true,
    dropped: 0,
  };
}

function requestOf(request: Received, own: Received, index: number, masks: Masks): ShownRequest {
  const method = textOf(memberOf(request, "method"), maxName);
  if (!token.test(method)) throw new ApiError(400, `The request of entry ${index} has no method.`);
  const fields = fieldsOf(memberOf(request, "headers"), masks);
  const data = recordOf(memberOf(request, "postData"));
  const body = readBody(
    {
      text: memberOf(data, "text"),
      params: memberOf(data, "params"),
      type: memberOf(data, "mimeType"),
      size: memberOf(request, "bodySize"),
      isBase64: memberOf(own, "isRequestBase64") === true,
      isCut: memberOf(own, "isRequestCut") === true,
    },
    masks,
  );
  const target = shownUrl(targetOf(textOf(memberOf(request, "url"), maxValue)), masks, maxValue);
  return { method, target, fields, body };
}

function responseOf(response: Received, own: Received, masks: Masks): ShownResponse | undefined {
  const status = numberOf(memberOf(response, "status"));
  if (status === undefined || !Number.isInteger(status) || status < 100 || status > 999) return undefined;
  const content = recordOf(memberOf(response, "content"));
  const body = readBody(
    {
      text: memberOf(content, "text"),
      params: undefined,
      type: memberOf(content, "mimeType"),
      size: memberOf(content, "size"),
      isBase64: memberOf(content, "encoding") === "base64",
      isCut: memberOf(own, "isResponseCut") === true,
    },
    masks,
  );
  return { status, fields: fieldsOf(memberOf(response, "headers"), masks), body };
}

/** Fields that no message can have are left out, such as the pseudo-fields of HTTP/2. */
function fieldsOf(headers: unknown, masks: Masks): ShownRequest["fields"] {
  return listOf(headers, maxFields).flatMap((header) => {
    const name = textOf(memberOf(recordOf(header), "name"), maxName);
    const value = textOf(memberOf(recordOf(header), "value"), maxValue).replace(/[^\t -~\x80-\uffff]/g, " ");
    if (!token.test(name)) return [];
    return [[name, value === mask ? mask : shownField(name, value, masks, maxValue)] as const];
  });
}

/** The path and the query, written as a request line has them. */
function targetOf(url: string): string {
  try {
    const { pathname, search } = new URL(url, "http://127.0.0.1");
    return pathname.startsWith("/") ? pathname + search : "/";
  } catch {
    return "/";
  }
}
