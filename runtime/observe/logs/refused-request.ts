import { eventOrigin, logEvent, timestamp } from "./log.js";
import { logUrl } from "./log-url.js";

/** What is known about a request that no flow saw. Unknown texts are empty, and unknown numbers are 0. */
export interface RefusedRequest {
  readonly requestID: string;
  readonly status: number;
  /** Bytes of the response's body. */
  readonly bytes: number;
  readonly url: string;
  readonly path: string;
  readonly method: string;
  readonly agent: string;
  readonly referrer: string;
  readonly requestmime: string;
  readonly requestbytes: number;
  readonly clientAddress: string;
}

/** Writes the `engine_access` event of a request that the server refused before it came to the app. */
export function logRefused(refused: RefusedRequest): void {
  const {
    requestID,
    status,
    bytes,
    url,
    path,
    method,
    agent,
    referrer,
    requestmime,
    requestbytes,
    clientAddress,
  } = refused;
  logEvent({
    timestamp: timestamp(Date.now()),
    type: "engine_access",
    requestID,
    url: logUrl(url),
    path: logUrl(path),
    status,
    method,
    agent,
    referrer: logUrl(referrer),
    mime: "application/json",
    realtime: 0,
    bytes,
    requestbytes,
    flow: "",
    requestmime,
    location: "",
    client_address: clientAddress,
    subject: "",
    ...eventOrigin().members,
  });
}
