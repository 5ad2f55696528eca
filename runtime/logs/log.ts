import type { JsonObject } from "../data-model/values.js";

/** Takes a line without its line end. */
export type LogWriter = (line: string) => void;

/** `console.error` writes to standard error on every platform. */
let write: LogWriter = (line) => console.error(line);

/** Sets where the whole process writes its log. */
export function writeLogWith(writer: LogWriter): void {
  write = writer;
}

/** Writes text that is no event. */
export function logText(text: string): void {
  write(text);
}

/** Writes one event as one line of JSON. */
export function logEvent(event: JsonObject): void {
  write(JSON.stringify(event));
}

/** What an `engine_alert` is about. */
export interface Alert {
  /** When the client's request began, in milliseconds. */
  readonly startedAt: number;
  readonly requestID: string;
  readonly topic: string;
  readonly message: string;
}

/** An `engine_alert` event (specification, section "Events"). */
export function alertEvent({ startedAt, requestID, topic, message }: Alert): JsonObject {
  return {
    timestamp: timestamp(startedAt),
    type: "engine_alert",
    requestID,
    topic,
    message,
  };
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
