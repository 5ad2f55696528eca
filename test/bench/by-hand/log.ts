import { hostname } from "node:os";

/**
 * The log of the programs written by hand: the events of a generated app with all their fields, and as cheap as a
 * logger that loses none can be. The lines of one turn of the event loop are written at once. What a client cannot
 * influence is not quoted.
 */
let pending = "";

/** What is logged: all events, one line of a request, as a handler by hand does it, or nothing. */
export const logged = (process.env.LOG ?? "events") as "events" | "line" | "nothing";

function flush(): void {
  const text = pending;
  pending = "";
  process.stderr.write(text);
}

function logLine(line: string): void {
  if (pending === "") setImmediate(flush);
  pending += `${line}\n`;
}

let latest = { second: Number.NaN, time: "" };

/** Most events share their second with the one before. */
function timestamp(milliseconds: number): string {
  const second = Math.floor(milliseconds / 1000);
  if (second !== latest.second) latest = { second, time: new Date(second * 1000).toISOString().slice(0, 20) };
  const fraction = milliseconds - second * 1000;
  return `${latest.time}${fraction < 100 ? (fraction < 10 ? "00" : "0") : ""}${fraction}+00:00`;
}

/** Which instance the events come from. */
const origin = `,"instance":${JSON.stringify(hostname())}`;

const seconds = (started: number): number => Math.round((performance.now() - started) * 1000) / 1e6;

const quoted = (text: string): string => (text === "" ? '""' : JSON.stringify(text));

/** The facts that are known when a request comes. */
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
  readonly address: string;
}

export function logAccess({ requestID, startedAt, started }: Began, access: Access): void {
  if (logged !== "events") return;
  const { url, path, status, method, agent, referrer, mime, bytes, requestbytes, flow, requestmime } = access;
  logLine(
    `{"timestamp":"${timestamp(startedAt)}","type":"engine_access","requestID":"${requestID}","url":${quoted(url)},"path":${quoted(path)},"status":${status},"method":"${method}","agent":${quoted(agent)},"referrer":${quoted(referrer)},"mime":${quoted(mime)},"realtime":${seconds(started)},"bytes":${bytes},"requestbytes":${requestbytes},"flow":"${flow}","requestmime":${quoted(requestmime)},"location":"","client_address":"${access.address}","subject":""${origin}}`,
  );
}

/** The line that a handler writes of its request: what it has at hand. */
export interface Line {
  readonly requestID: string;
  readonly method: string;
  readonly path: string;
  readonly agent: string;
  readonly status: number;
  readonly bytes: number;
}

export function logHandled({ requestID, method, path, agent, status, bytes }: Line): void {
  logLine(
    `{"timestamp":"${timestamp(Date.now())}","type":"request","requestID":"${requestID}","method":"${method}","path":${quoted(path)},"agent":${quoted(agent)},"status":${status},"bytes":${bytes}}`,
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
  if (logged !== "events") return;
  const { url, method, status, mime, bytes, id, firstByte } = access;
  logLine(
    `{"timestamp":"${timestamp(startedAt)}","type":"engine_request","requestID":"${requestID}","url":${quoted(url)},"method":"${method}","status":${status},"mime":${quoted(mime)},"bytes":${bytes},"duration":${seconds(started)},"id":"${id}","cacheHit":false,"refresh":false,"timing":{"TTFB":${Math.round(firstByte * 1000) / 1000}}${origin}}`,
  );
}

export function logError({ requestID, startedAt }: Began, failure: Failure): void {
  if (logged !== "events") return;
  const { message, place, status, code } = failure;
  logLine(
    `{"timestamp":"${timestamp(startedAt)}","type":"engine_alert","requestID":"${requestID}","topic":"error","message":${quoted(message)},"place":"${place}","severity":"warning","status":${status},"code":${code}${origin}}`,
  );
}

/** An error of the API. It is no `Error`, since nobody reads its stack. */
export interface Failure {
  readonly message: string;
  readonly status: 400;
  readonly code: number;
  /** Where it comes from, for the log. */
  readonly place: string;
}
