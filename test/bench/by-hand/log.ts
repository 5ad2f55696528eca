/**
 * The log of the programs written by hand: the events of a generated app with all their fields, and as cheap as a
 * logger that loses none can be. The lines of one turn of the event loop are written at once.
 */
let pending = "";

function flush(): void {
  const text = pending;
  pending = "";
  process.stderr.write(text);
}

function logLine(line: string): void {
  if (pending === "") setImmediate(flush);
  pending += `${line}\n`;
}

let latest = { second: Number.NaN, text: "" };

/** Most events share their second with the one before. */
function timestamp(milliseconds: number): string {
  const second = Math.floor(milliseconds / 1000);
  if (second !== latest.second) {
    latest = { second, text: `${new Date(milliseconds).toISOString().slice(0, 19)}+00:00` };
  }
  return latest.text;
}

const seconds = (started: number): number => Math.round((performance.now() - started) * 1000) / 1e6;

/** What is known when a request comes. */
export interface Began {
  readonly requestID: string;
  /** Since 1970, in milliseconds. */
  readonly startedAt: number;
  /** By the clock of `performance.now()`. */
  readonly started: number;
}

export interface Access {
  readonly url: string;
  readonly path: string;
  readonly status: number;
  readonly method: string;
  readonly agent: string;
  readonly referrer: string;
  readonly mime: string;
  readonly bytes: number;
  readonly requestbytes: number;
  readonly flow: string;
  readonly requestmime: string;
}

export function logAccess({ requestID, startedAt, started }: Began, access: Access): void {
  logLine(
    JSON.stringify({
      timestamp: timestamp(startedAt),
      type: "engine_access",
      requestID,
      url: access.url,
      path: access.path,
      status: access.status,
      method: access.method,
      agent: access.agent,
      referrer: access.referrer,
      mime: access.mime,
      realtime: seconds(started),
      bytes: access.bytes,
      requestbytes: access.requestbytes,
      flow: access.flow,
      requestmime: access.requestmime,
      location: "",
    }),
  );
}

export interface UpstreamAccess {
  readonly url: string;
  readonly method: string;
  readonly status: number;
  readonly mime: string;
  readonly bytes: number;
  readonly id: string;
  /** Milliseconds. */
  readonly firstByte: number;
}

export function logRequest({ requestID, startedAt, started }: Began, access: UpstreamAccess): void {
  logLine(
    JSON.stringify({
      timestamp: timestamp(startedAt),
      type: "engine_request",
      requestID,
      url: access.url,
      method: access.method,
      status: access.status,
      mime: access.mime,
      bytes: access.bytes,
      duration: seconds(started),
      id: access.id,
      cacheHit: false,
      refresh: false,
      timing: { TTFB: Math.round(access.firstByte * 1000) / 1000 },
    }),
  );
}

export function logError({ requestID, startedAt }: Began, message: string, place: string): void {
  logLine(
    JSON.stringify({
      timestamp: timestamp(startedAt),
      type: "engine_alert",
      requestID,
      topic: "error",
      message,
      place,
    }),
  );
}
