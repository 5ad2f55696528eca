import { parsedJson } from "./values.js";

type LogLine = Readonly<Record<string, unknown>>;

/** An error or an alert that was logged. */
export interface LoggedEvent {
  readonly requestID: unknown;
  readonly text: string;
}

/** The errors and alerts among the lines of a log. */
export function eventsOf(log: string): readonly LoggedEvent[] {
  return log.split("\n").flatMap((line) => {
    const event = line.startsWith("{") ? (parsedJson(line) as LogLine | undefined) : undefined;
    if (event?.type !== "engine_alert" && event?.type !== "error") return [];
    const place = typeof event.place === "string" ? `${event.place}: ` : "";
    return [{ requestID: event.requestID, text: `${place}${String(event.message ?? line)}` }];
  });
}
