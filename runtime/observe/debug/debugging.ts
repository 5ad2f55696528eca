import { type DebugSettings, type Level, reaches } from "../../base/debug-settings.js";
import { readJson } from "../../data/json/long-integers.js";
import type { JsonObject } from "../../data/model/values.js";
import type { Bytes } from "../../http/body-bytes.js";
import type { Reply } from "../../http/reply.js";
import { logText } from "../logs/log.js";
import type { Exchange } from "../logs/logged-exchange.js";
import { shown } from "../logs/shown-value.js";
import type { Told } from "../trace/told.js";
import type { Watcher } from "../trace/watcher.js";

/** Characters of one message, and of all messages that wait for the response. */
const maxMessage = 65_536;
const maxOutput = 1_048_576;

/** Hands on what is told about one request: as texts to somebody who debugs it, and as it is to somebody who watches. */
export class Debugging {
  readonly #settings: DebugSettings | undefined;
  readonly #requestID: string;
  /** Gets everything. */
  readonly watcher: Watcher | undefined;
  /** Gets what was asked for, as texts would. */
  readonly #lines: Watcher | undefined;
  /** The topics of the `debug` attributes around the action that runs. */
  readonly #tags: (readonly string[])[] = [];
  #output = "";

  /** @param settings which texts are shown, and where; `undefined` if nobody debugs the request */
  constructor(
    requestID: string,
    settings: DebugSettings | undefined,
    watcher: Watcher | undefined,
    lines?: Watcher,
  ) {
    this.#requestID = requestID;
    this.#settings = settings;
    this.watcher = watcher;
    this.#lines = lines;
  }

  /** Whether the response shows the texts. */
  get isInBody(): boolean {
    return this.sink === "inline" || this.sink === "append";
  }

  get sink(): DebugSettings["sink"] {
    return this.#settings?.sink ?? "log";
  }

  /** Tells a text. It is made only if somebody gets it. */
  say(topics: string | readonly string[], text: () => string, level?: Level): void {
    this.tell(topics, { kind: "message", text }, level);
  }

  /** The text of it is shown if one of its topics, or one of the tags around it, was asked for. */
  tell(topics: string | readonly string[], what: Told, level: Level = "debug"): void {
    this.watcher?.told(typeof topics === "string" ? topics : (topics[0] ?? ""), level, what);
    this.#show(topics, what, level);
  }

  /** Shows an alert, unless messages go to the log, where alerts are anyway. */
  alerted(topic: string, message: string): void {
    const what: Told = { kind: "message", text: () => message };
    this.watcher?.told(topic, "alert", what);
    // The trace of a request has its alerts, too.
    if (this.sink !== "log") this.#show(topic, what, "alert");
  }

  tag(topics: readonly string[]): void {
    this.#tags.push(topics);
  }

  untag(): void {
    this.#tags.pop();
  }

  exchanged(exchange: Exchange, line?: string): void {
    this.watcher?.exchanged(exchange, line);
    const topics = exchange.service ? exchange.id : ["request", "requests", "proxy-request"];
    if (this.#lines === undefined) {
      const text = () => shown(readJson(line ?? "null"));
      if (line !== undefined) this.#show(topics, { kind: "message", text }, "debug");
    } else if (this.#topicOf(topics, "debug") !== undefined) this.#lines.exchanged(exchange, line);
  }

  /** The client's body has been read. */
  received(body: Bytes | undefined, type: string | undefined): void {
    this.watcher?.received(body, type);
    this.#lines?.received(body, type);
  }

  /** An error ended what was running, and with it all elements that have tags. */
  interrupted(error: JsonObject): void {
    this.#tags.length = 0;
    this.watcher?.interrupted(error);
    this.#lines?.interrupted(error);
  }

  /** All flows are over. */
  over(): void {
    this.#tags.length = 0;
  }

  answered(reply: Reply): Reply {
    this.#lines?.answered(reply);
    return this.watcher?.answered(reply) ?? reply;
  }

  /** The messages for the response that have come since the last call. */
  take(): string {
    const output = this.#output;
    this.#output = "";
    return output;
  }

  /** The topic because of which something is shown, if it is. */
  #topicOf(topics: string | readonly string[], level: Level): string | undefined {
    const settings = this.#settings;
    if (settings === undefined || !reaches(level, settings.level)) return undefined;
    return selected([topics, ...this.#tags].flat(), settings);
  }

  #show(topics: string | readonly string[], what: Told, level: Level): void {
    const topic = this.#topicOf(topics, level);
    if (topic === undefined) return;
    if (this.#lines !== undefined) this.#lines.told(topic, level, what);
    else this.#write(`${level.padEnd(8)}${`[${topic}]`.padEnd(23)}`, made(what));
  }

  #write(head: string, message: string): void {
    const text = message.length > maxMessage ? `${message.slice(0, maxMessage)}…` : message;
    if (this.sink === "log") {
      // Every further line is indented, so that no line of a message can pass for an event.
      logText(`${head}${this.#requestID} ${text.replaceAll(/\r\n?|\n/g, "\n  | ")}`);
    } else if (this.#output.length < maxOutput) this.#output += `${head}${text}\n`;
  }
}

function selected(topics: readonly string[], { topics: wanted }: DebugSettings): string | undefined {
  return wanted === undefined ? topics[0] : topics.find((topic) => wanted.has(topic));
}

/** What goes wrong while a message is made must not go wrong in the flow. */
function made(what: Told): string {
  try {
    return textOf(what);
  } catch (error) {
    return `(cannot be shown: ${String(error)})`;
  }
}

function textOf(what: Told): string {
  switch (what.kind) {
    case "flow":
      return what.file;
    case "variable":
      return `$${what.name} = ${shown(what.value)}`;
    case "output":
      return shown(what.value());
    case "error":
      return shown(what.error);
    case "message":
      return what.text();
    default:
      return what satisfies never;
  }
}
