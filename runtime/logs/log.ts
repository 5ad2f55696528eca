import type { JsonObject } from "../data-model/values.js";
import { writeJson } from "../json/long-integers.js";
import { furtherMembers, type LoggedSpan, quoted, spanMembers } from "./json-line.js";

/** Takes a line without its line end. */
export type LogWriter = (line: string) => void;

/** `console.error` writes to standard error on every platform. */
let write: LogWriter = (line) => console.error(line);

/** Sets where the whole process writes its log. */
export function writeLogWith(writer: LogWriter): void {
  write = writer;
}

/** Writes a text: a line of JSON that is already written as such, or lines that are no event. */
export function logText(text: string): void {
  write(text);
}

/** Writes one event as one line of JSON. */
export function logEvent(event: JsonObject): void {
  write(writeJson(event));
}

/** What an `engine_alert` is about. */
export interface Alert {
  /** When the client's request began, in milliseconds. */
  readonly startedAt: number;
  readonly requestID: string;
  readonly topic: string;
  readonly message: string;
  /** Where in the flows it comes from, if that is known. */
  readonly place?: string | undefined;
  readonly trace?: LoggedSpan | undefined;
}

/**
 * An `engine_alert` event (specification, section "Events") as a line of JSON.
 * @param more members after its own
 */
export function alertLine(alert: Alert, more?: JsonObject): string {
  const { startedAt, requestID, topic, message, place, trace } = alert;
  const where = place === undefined ? "" : `,"place":${quoted(place)}`;
  const rest = more === undefined ? "" : furtherMembers(more);
  return `{"timestamp":"${timestamp(startedAt)}","type":"engine_alert","requestID":"${requestID}","topic":${quoted(topic)},"message":${quoted(message)}${where}${spanMembers(trace)}${rest}}`;
}

/** The line of an alert that belongs to no request. */
export function processAlert(topic: string, message: string): string {
  return alertLine({ startedAt: Date.now(), requestID: "", topic, message });
}

export function timestamp(milliseconds: number): string {
  const second = Math.floor(milliseconds / 1000);
  if (second !== latest.second) latest = { second, text: localTime(new Date(milliseconds)) };
  return latest.text;
}

/** The second that was written last, since most events share it with the one before. */
let latest = { second: Number.NaN, text: "" };

/** Local time as ISO 8601 in seconds with a numeric offset: `2020-05-19T16:27:46+00:00`, never `Z`. */
export function localTime(date: Date): string {
  const offset = -date.getTimezoneOffset();
  const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, 19);
  const minutes = Math.abs(offset);
  return `${local}${offset < 0 ? "-" : "+"}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
