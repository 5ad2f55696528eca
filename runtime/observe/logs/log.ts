import { writeJson } from "../../data/json/long-integers.js";
import type { JsonObject } from "../../data/model/values.js";
import { furtherMembers, type LoggedSpan, quoted, repeated, spanMembers } from "./json-line.js";
import { countLeftOut, logSetting } from "./left-out.js";

/** Takes a line without its line end. */
export type LogWriter = (line: string) => void;

/** `console.error` writes to standard error on every platform. */
let write: LogWriter = (line) => console.error(line);

/** Sets where the whole process writes its log. */
export function writeLogWith(writer: LogWriter): void {
  write = writer;
}

/** Gives all lines another form from now on. */
export function formLogWith(make: (line: string) => string): void {
  const writeFormed = write;
  form = make;
  write = (line) => writeFormed(make(line));
}

let form: ((line: string) => string) | undefined;

/** Writes an event that is a line of JSON already. */
export function logText(text: string): void {
  write(text);
}

/** Writes one event as one line of JSON. */
export function logEvent(event: JsonObject): void {
  write(writeJson(event));
}

/** Members that all events of the process have, and the same as text, with a comma before them. */
let origin: { readonly members: Origin; readonly text: string } = { members: {}, text: "" };

/** The name of the machine, and the number of the process where several serve. */
export type Origin = { readonly instance?: string; readonly worker?: number };

/** Sets which instance of the app, and which of its processes, the events come from. */
export function logOrigin(members: Origin): void {
  origin = { members, text: furtherMembers(members) };
}

export function eventOrigin(): typeof origin {
  return origin;
}

/** The subject of an `engine_alert`. */
export interface Alert {
  /** When the client's request began, in milliseconds. */
  readonly startedAt: number;
  readonly requestID: string;
  readonly topic: string;
  readonly message: string;
  /** Where in the flows it comes from, if that is known. */
  readonly place?: string | undefined;
  readonly trace?: LoggedSpan | undefined;
  /** Told by the status if it is not known. */
  readonly severity?: Severity;
}

/** What else an alert tells. The names are fixed, so that no event has one twice. */
export interface AlertFacts {
  readonly severity?: Severity;
  /** The ID of the upstream request that it is about. */
  readonly request?: string;
  /** Of the error that the client gets, or that `$error` has. */
  readonly status?: number;
  readonly code?: number;
  readonly stack?: string;
}

/** How bad it is: an error keeps the app from doing what it should. */
export type Severity = "error" | "warning";

/**
 * Writes an alert, unless the operator wants errors alone.
 * @param bindings those of the app, where they are known
 */
export function logAlert(alert: Alert, facts?: AlertFacts, bindings?: unknown): void {
  if (logSetting(bindings, "LOG_ALERTS") === "error" && severityOf(alert, facts) !== "error")
    countLeftOut("alert");
  else write(alertLine(alert, facts));
}

/** Writes an alert that belongs to no request. */
export function logProcessAlert(topic: string, message: string, severity?: Severity): void {
  logAlert(ofProcess(topic, message, severity));
}

/** A `status` from 500 on makes it an error. */
function severityOf(alert: Alert, facts: AlertFacts | undefined): Severity {
  const byStatus: Severity = (facts?.status ?? 0) >= 500 ? "error" : "warning";
  return alert.severity ?? facts?.severity ?? byStatus;
}

/** An `engine_alert` event (specification, section "Events") as a line of JSON. */
function alertLine(alert: Alert, facts?: AlertFacts): string {
  const { startedAt, requestID, topic, message, place, trace } = alert;
  const where = place === undefined ? "" : `,"place":${quotedPlace(place)}`;
  const severity = severityOf(alert, facts);
  const rest = facts === undefined ? "" : factMembers(facts);
  return `{"timestamp":"${timestamp(startedAt)}","type":"engine_alert","requestID":"${requestID}","topic":${quotedTopic(topic)},"message":${quoted(message)}${where}${spanMembers(trace)},"severity":"${severity}"${rest}${origin.text}}`;
}

const quotedPlace = repeated();
const quotedTopic = repeated();

function factMembers({ request, status, code, stack }: AlertFacts): string {
  let text = "";
  if (request !== undefined) text += `,"request":${quoted(request)}`;
  if (status !== undefined) text += `,"status":${status}`;
  if (code !== undefined) text += `,"code":${code}`;
  if (stack !== undefined) text += `,"stack":${quoted(stack)}`;
  return text;
}

/** The line of an alert that belongs to no request, for those who write it themselves. */
export function processAlert(topic: string, message: string, severity?: Severity): string {
  const line = alertLine(ofProcess(topic, message, severity));
  return form === undefined ? line : form(line);
}

function ofProcess(topic: string, message: string, severity: Severity = "warning"): Alert {
  return { startedAt: Date.now(), requestID: "", topic, message, severity };
}

/** Local time as ISO 8601 with milliseconds and a numeric offset: `2020-05-19T16:27:46.007+00:00`, never `Z`. */
export function timestamp(milliseconds: number): string {
  if (milliseconds === latest.milliseconds) return latest.text;
  const second = Math.floor(milliseconds / 1000);
  if (second !== latest.second) Object.assign(latest, { second }, localTime(second));
  latest.milliseconds = milliseconds;
  const fraction = Math.floor(milliseconds) - second * 1000;
  latest.text = latest.time + (fraction < 100 ? (fraction < 10 ? "00" : "0") : "") + fraction + latest.offset;
  return latest.text;
}

/** The time that was written last, since most events share its second with the one before, and many all of it. */
const latest = { milliseconds: Number.NaN, second: Number.NaN, time: "", offset: "", text: "" };

function localTime(second: number): { readonly time: string; readonly offset: string } {
  const offset = -new Date(second * 1000).getTimezoneOffset();
  const minutes = Math.abs(offset);
  return {
    time: new Date((second + offset * 60) * 1000).toISOString().slice(0, 20),
    offset: `${offset < 0 ? "-" : "+"}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`,
  };
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
