import type { JsonObject } from "./values.js";

/**
 * Writes one event as one JSON line to standard error, which is where `console.error` writes on every runtime.
 * `extra` comes after the five fields of the specification's section "Events".
 */
export const logAlert = (requestID: string, topic: string, message: string, extra?: JsonObject): void => {
  console.error(
    JSON.stringify({
      timestamp: timestamp(new Date()),
      type: "engine_alert",
      requestID,
      topic,
      message,
      ...extra,
    }),
  );
};

/** Local time as ISO 8601 in seconds with a numeric offset: `2020-05-19T16:27:46+00:00`, never `Z`. */
export const timestamp = (date: Date): string => {
  const offset = -date.getTimezoneOffset();
  const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, 19);
  const minutes = Math.abs(offset);
  return `${local}${offset < 0 ? "-" : "+"}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
};

const twoDigits = (value: number): string => String(value).padStart(2, "0");
