import { debugResponse } from "../debug/debug-response.js";
import { type Context, type State, state } from "../flow/context.js";
import type { Sent } from "./access-record.js";
import { countBytes } from "./count-bytes.js";
import { logEvent, timestamp } from "./log.js";
import { logUrl } from "./log-url.js";

/** Writes the `engine_access` event of a request when its response is complete; a body that streams is counted. */
export const logAccess = (
  $: Context,
  response: Response | Promise<Response>,
): Response | Promise<Response> =>
  response instanceof Promise ? response.then((settled) => logged($, settled)) : logged($, response);

const logged = ($: Context, made: Response): Response => {
  const current = $[state];
  const response = current.debug === undefined ? made : debugResponse(current, current.debug, made);
  const { status } = response;
  const { access } = current;
  if (access.sent !== undefined) {
    writeAccess(current, status, access.sent);
    return response;
  }
  if (access.streamed !== undefined && response === made) {
    const { headers } = access.streamed;
    access.streamEnded = (bytes) => writeAccess(current, status, { headers, bytes });
    return response;
  }
  const { headers, body } = response;
  const write = (bytes: number): void => writeAccess(current, status, { headers, bytes });
  if (body !== null) return new Response(countBytes(body, write), response);
  write(0);
  return response;
};

const field = ({ headers }: Sent, name: string): string =>
  (headers instanceof Headers ? headers.get(name) : headers?.[name]) ?? "";

const writeAccess = (current: State, status: number, sent: Sent): void => {
  const { timestamp, type, requestID, url, path, method, agent, referrer, flow, requestmime } =
    requestFields(current);
  logEvent({
    timestamp,
    type,
    requestID,
    url,
    path,
    status,
    method,
    agent,
    referrer,
    mime: field(sent, "content-type"),
    realtime: current.access.realtime,
    bytes: sent.bytes,
    requestbytes: requestBytes(current),
    flow,
    requestmime,
    location: logUrl(field(sent, "location")),
    ...current.access.fields,
  });
  current.held?.answered();
};

/** What is known of a request before it is answered, in the order of the log. Fields that were not sent are empty. */
export const requestFields = (current: State) => {
  const { requestID, method, url, access, client } = current;
  const { headers } = client.req.raw;
  return {
    timestamp: timestamp(access.startedAt),
    type: "engine_access",
    requestID,
    url: logUrl(url.url),
    path: logUrl(url.query === undefined ? url.path : `${url.path}?${url.query}`),
    method,
    agent: headers.get("user-agent") ?? "",
    referrer: logUrl(headers.get("referer") ?? ""),
    flow: access.flow,
    requestmime: headers.get("content-type") ?? "",
  };
};

/** As many as were read; of a body that nobody read, as many as the client announced. */
const requestBytes = ({ bodyLength, client }: State): number =>
  bodyLength ?? (Number(client.req.raw.headers.get("content-length")) || 0);
