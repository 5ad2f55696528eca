import { logText } from "../logs/log.js";
import { type DebugSettings, type Level, reaches } from "./settings.js";

/** Characters of one message, and of all messages that wait for the response. */
const maxMessage = 65_536;
const maxOutput = 1_048_576;

/** Shows messages about one request that somebody debugs. */
export class Debugging {
  readonly #settings: DebugSettings;
  readonly #requestID: string;
  /** The topics of the `debug` attributes around the action that runs. */
  readonly #tags: (readonly string[])[] = [];
  #output = "";

  constructor(settings: DebugSettings, requestID: string) {
    this.#settings = settings;
    this.#requestID = requestID;
  }

  get sink(): DebugSettings["sink"] {
    return this.#settings.sink;
  }

  /**
   * Shows a message if one of its topics, or one of the tags around it, was asked for. The message is made only then.
   */
  say(topics: string | readonly string[], message: () => string, level: Level = "debug"): void {
    if (!reaches(level, this.#settings.level)) return;
    const topic = this.#selected([topics, ...this.#tags].flat());
    if (topic !== undefined) this.#write(`${level.padEnd(8)}${`[${topic}]`.padEnd(23)}`, made(message));
  }

  /** Shows an alert, unless messages go to the log, where alerts are anyway. */
  alerted(topic: string, message: string): void {
    if (this.sink !== "log") this.say(topic, () => message, "alert");
  }

  tag(topics: readonly string[]): void {
    this.#tags.push(topics);
  }

  untag(): void {
    this.#tags.pop();
  }

  /** Drops all tags: an error, or the end of the request, ended what they stood on. */
  untagAll(): void {
    this.#tags.length = 0;
  }

  /** The messages for the response that have come since the last call. */
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
      // Every further line is indented, so that no line of a message can pass for an event.
      logText(`${head}${this.#requestID} ${text.replaceAll(/\r\n?|\n/g, "\n  | ")}`);
    } else if (this.#output.length < maxOutput) this.#output += `${head}${text}\n`;
  }
}

/** What goes wrong while a message is made must not go wrong in the flow. */
function made(message: () => string): string {
  try {
    return message();
  } catch (error) {
    return `(cannot be shown: ${String(error)})`;
  }
}
