import { type DebugSettings, type Level, reaches } from "../../base/debug-settings.js";
import { processVariables } from "../../base/environment-variables.js";
import { readJson } from "../../data/json/long-integers.js";
import type { JsonObject } from "../../data/model/values.js";
import type { Bytes } from "../../http/body-bytes.js";
import { statusesWithoutContent } from "../../http/methods.js";
import { type Reply, toHead, toHeaders, toResponse } from "../../http/reply.js";
import type { AccessRecord } from "../logs/access-record.js";
import type { LoggedSpan } from "../logs/json-line.js";
import { eventOrigin, logEvent, timestamp } from "../logs/log.js";
import type { Exchange } from "../logs/logged-exchange.js";
import type { Listener, Told } from "../telemetry/request-events.js";
import { Masks } from "../trace/masks.js";
import { shown } from "../trace/shown-value.js";
import { shownValue } from "../trace/traced-values.js";
import type { TraceLines } from "./trace-lines.js";

/** Characters of one message, and of all messages that wait for the response. */
const maxMessage = 65_536;
const maxOutput = 1_048_576;

/** The request that is debugged. */
export interface DebuggedRequest {
  readonly requestID: string;
  readonly method: string;
  readonly access: AccessRecord;
  readonly trace: LoggedSpan | undefined;
}

/** Shows somebody who debugs a request what was asked for of it: as texts, or as the lines of a trace. */
export class Debugging implements Listener {
  #output = "";
  readonly #masks = new Masks();

  /** @param lines gets what was asked for in place of texts */
  constructor(
    private readonly request: DebuggedRequest,
    private readonly settings: DebugSettings,
    private readonly lines: TraceLines | undefined,
  ) {
    this.#masks.rememberVariables(processVariables());
  }

  /** Alerts are in the log anyway. */
  told(topics: readonly string[], level: Level, what: Told): void {
    const topic = this.#topicOf(topics, level);
    if (topic === undefined || (what.kind === "alert" && this.settings.sink === "log")) return;
    if (this.lines !== undefined) this.lines.told([topic], level, what);
    else this.#write(level, topic, made(what, this.#masks));
  }

  exchanged(exchange: Exchange, line: string | undefined, tags: readonly string[]): void {
    const own = exchange.service ? [exchange.id] : ["request", "requests", "proxy-request"];
    const topics = [...own, ...tags];
    if (this.lines === undefined) {
      if (line !== undefined) this.told(topics, "debug", { kind: "message", value: () => readJson(line) });
    } else if (this.#topicOf(topics, "debug") !== undefined) this.lines.exchanged(exchange);
  }

  received(body: Bytes | undefined): void {
    this.lines?.received(body);
  }

  failed(error: JsonObject): void {
    this.lines?.failed(error);
  }

  /** The response with the texts in its body, if they were asked for there and the response can have a body. */
  answered(reply: Reply): Reply {
    const { sink } = this.settings;
    const { method, access } = this.request;
    const isInBody = sink === "inline" || sink === "append";
    if (!isInBody || method === "HEAD" || statusesWithoutContent.has(reply.status))
      return this.lines?.answered(reply) ?? reply;
    const response = toResponse(reply);
    const headers = toHeaders(reply.head);
    headers.delete("content-length");
    headers.delete("etag");
    access.isStreamed = false; // the log is to count the bytes of the new response
    const isFirst = sink === "inline" || response.body === null;
    const text = isFirst || this.#output === "" ? this.#output : `\n${this.#output}`;
    const texts = new Blob([text]).stream();
    const parts = response.body === null ? [texts] : [texts, response.body];
    const body = joined(isFirst ? parts : parts.reverse());
    return { status: reply.status, bytes: undefined, head: toHead(headers), body };
  }

  /** The topic because of which something is shown, if it is. */
  #topicOf(topics: readonly string[], level: Level): string | undefined {
    const { topics: wanted, level: least } = this.settings;
    if (!reaches(level, least)) return undefined;
    return wanted === undefined ? topics[0] : topics.find((topic) => wanted.has(topic));
  }

  #write(level: Level, topic: string, whole: string): void {
    const message = whole.length > maxMessage ? `${whole.slice(0, maxMessage)}…` : whole;
    if (this.settings.sink === "log") {
      const { requestID, trace } = this.request;
      const span = trace && { trace_id: trace.traceID, span_id: trace.spanID };
      const head = { timestamp: timestamp(Date.now()), type: "engine_debug", requestID };
      logEvent({ ...head, level, topic, message, ...span, ...eventOrigin().members });
    } else if (this.#output.length < maxOutput)
      this.#output += `${level.padEnd(8)}${`[${topic}]`.padEnd(23)}${message}\n`;
  }
}

/** A fault in the making of a message must not become a fault of the flow. */
function made(what: Told, masks: Masks): string {
  try {
    return textOf(what, masks);
  } catch (error) {
    return `(cannot be shown: ${String(error)})`;
  }
}

function textOf(what: Told, masks: Masks): string {
  switch (what.kind) {
    case "flow":
      return what.file;
    case "variable":
      return `$${what.name} = ${masks.isSecret(what.name) ? shownValue(() => what.value, masks, what.name).text : shown(what.value, masks)}`;
    case "output":
      return shown(what.value(), masks);
    case "error":
      return shown(what.error, masks);
    case "message":
    case "alert":
      return shown(what.value(), masks);
    default:
      return what satisfies never;
  }
}

/** Several streams, one after the other. */
function joined(streams: readonly ReadableStream<Uint8Array>[]): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const pipe = async (): Promise<void> => {
    for (const stream of streams) await stream.pipeTo(writable, { preventClose: true });
    await writable.close();
  };
  const give = () => streams.filter(({ locked }) => !locked).map((stream) => stream.cancel());
  pipe().catch(() => Promise.allSettled(give())); // the reader sees the error, and cancelling tells the writers of the rest
  return readable;
}
