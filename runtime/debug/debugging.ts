import { logText } from "../logs/log.js";
import { type DebugSettings, type Level, reaches } from "./settings.js";

/** Characters of a message, and of all that wait for the response. */
const maxMessage = 65_536;
const maxOutput = 1_048_576;

/** What is told about one request that somebody debugs. */
export class Debugging {
  readonly #settings: DebugSettings;
  readonly #requestID: string;
  /** The topics of `debug` attributes around what runs. */
  readonly #tags: (readonly string[])[] = [];
  #output = "";

  constructor(settings: DebugSettings, requestID: string) {
    this.#settings = settings;
    this.#requestID = requestID;
  }

  get sink(): DebugSettings["sink"] {
    return this.#settings.sink;
  }

  /** Shows a message of these topics, if one of them, or of the tags, was asked for. Only then is it made. */
  say(topics: string | readonly string[], message: () => string, level: Level = "debug"): void {
    if (!reaches(level, this.#settings.level)) return;
    const topic = this.#selected([topics, ...this.#tags].flat());
    if (topic !== undefined) this.#write(`${level.padEnd(8)}${`[${topic}]`.padEnd(23)}`, made(message));
  }

  /** An alert is in the log anyway. */
  alerted(topic: string, message: string): void {
    if (this.sink !== "log") this.say(topic, () => message, "alert");
  }

  tag(topics: readonly string[]): void {
    this.#tags.push(topics);
  }

  untag(): void {
    this.#tags.pop();
  }

  /** An error, or the end of the request, ended all that was tagged. */
  untagAll(): void {
    this.#tags.length = 0;
  }

  /** What the response is to have of it. */
  take(): string {
    const output = this.#output;
    this.#output = "";
    return output;
  }

  #selected(topics: readonly string[]): string | undefined {
    const { topics: wanted } = this.#settings;
    return wanted === undefined ? topics[0] : topics.find((topic) => wanted.has(topic));
  }

  #write(head: string, message: string): void {
    const text = message.length > maxMessage ? `${message.slice(0, maxMessage)}…` : message;
    if (this.sink === "log") {
      // No line of a message can pass for an event.
      logText(`${head}${this.#requestID} ${text.replaceAll(/\r\n?|\n/g, "\n  | ")}`);
    } else if (this.#output.length < maxOutput) this.#output += `${head}${text}\n`;
  }
}

/** Whatever goes wrong while somebody looks must not go wrong in the flow. */
function made(message: () => string): string {
  try {
    return message();
  } catch (error) {
    return `(cannot be shown: ${String(error)})`;
  }
}
