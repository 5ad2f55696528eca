import { parse } from "yaml";

/** Reads a line that is to be one event. Fails if it is no JSON, or has a member twice, at any depth. */
export function eventLine(line: string): Readonly<Record<string, unknown>> {
  const event = JSON.parse(line) as Readonly<Record<string, unknown>>;
  // JSON is YAML, and this reader refuses what JSON.parse reads over.
  parse(line, { schema: "json", uniqueKeys: true });
  return event;
}

/** All lines of what a process has written. */
export function eventLines(text: string): readonly Readonly<Record<string, unknown>>[] {
  return text.trimEnd().split("\n").map(eventLine);
}
