/** From the least important level on. */
const levels = ["verbose", "debug", "info", "warn", "error", "alert"] as const;

export type Level = (typeof levels)[number];

/** `warning` is `warn`; `undefined` for what is no level. */
export function levelOf(text: string): Level | undefined {
  return levels.find((level) => level === (text === "warning" ? "warn" : text));
}

/** Returns true if messages of the level are shown when those from `least` on are. */
export function reaches(level: Level, least: Level): boolean {
  return levels.indexOf(level) >= levels.indexOf(least);
}

/** Where messages go: to standard error, before the response's body, or after it; or as a trace among the log's lines. */
export type Sink = "log" | "inline" | "append" | "trace";

const sinks: readonly Sink[] = ["log", "inline", "append", "trace"];

/** The messages that are shown, and their destination. */
export interface DebugSettings {
  /** `undefined` for all topics. */
  readonly topics: ReadonlySet<string> | undefined;
  readonly level: Level;
  readonly sink: Sink;
}

/** How many characters a setting may have. */
const maxLength = 1_000;

/** Reads `topic,topic:level:sink`, where every part may be empty or missing; `undefined` for anything else. */
export function parseSettings(text: string): DebugSettings | undefined {
  if (text.length > maxLength) return undefined;
  const [topics = "", level = "", sink = "", ...others] = text.split(":").map((part) => part.trim());
  const named = topics.split(",").map((topic) => topic.trim());
  const foundLevel = levelOf(level || "debug");
  const foundSink = sinks.find((each) => each === (sink || "log"));
  if (others.length > 0 || foundLevel === undefined || foundSink === undefined) return undefined;
  const isAll = topics === "" || named.includes("*");
  return { topics: isAll ? undefined : new Set(named), level: foundLevel, sink: foundSink };
}
