import { plainEvent } from "./plain-event.js";
import { parsedJson } from "./values.js";

/** Finds where an app says that it serves, in what it has logged so far. Older ones do so in a line of its own. */
export function listeningUrl(log: string): string | undefined {
  return /(?:^|"(?:message|body)":")listening on (http:[^\s"]+)["\n]/m.exec(log)?.[1];
}

/** The sentences by which an app that has ended says why, and whatever else has been written that is no event. */
export function problemsOf(log: string): readonly string[] {
  return log.split("\n").flatMap((line) => {
    if (!line.startsWith("{")) return /^\S/.test(line) ? [line] : [];
    const { severity, message } = plainEvent(parsedJson(line));
    return severity === "error" ? [String(message)] : [];
  });
}
