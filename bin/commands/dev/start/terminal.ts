import { inspect } from "node:util";
import { visible } from "../../../../compiler/diagnostics/index.js";
import { logUrl } from "../../../../runtime/observe/index.js";
import type { Output } from "../../../shared/surroundings.js";
import { parsedJson } from "../../../shared/values.js";
import type { AnsweredRequest } from "../app/arrivals.js";

/** Milliseconds between two writes of lines about requests, and of the app's log. */
const interval = 50;

/** Lines beyond this number in one write are only counted. */
const maxLines = 200;

/** The messages of the session to the person at the terminal. */
export class Terminal {
  #lines: string[] = [];
  #more = 0;

  constructor(
    private readonly output: Output,
    private readonly isQuiet: boolean,
  ) {}

  say(text: string): void {
    this.flush();
    this.output.stdout(`${text}\n`);
  }

  complain(text: string): void {
    this.flush();
    this.output.stderr(`${text}\n`);
  }

  /** Findings with their code frames. */
  report(text: string): void {
    this.flush();
    this.output.stderr(text);
  }

  /** Shows lines of the app's log. Access events are left out: there is a line for each request already. */
  logged(values: readonly unknown[]): void {
    if (this.isQuiet) return;
    for (const value of values) for (const line of logLines(value)) this.#add(line);
  }

  request({ method, target, status, duration }: AnsweredRequest): void {
    if (this.isQuiet) return;
    const shown = logUrl(target);
    const path = visible(shown.length > maxTarget ? `${shown.slice(0, maxTarget)}…` : shown);
    const time = `${duration < 10 ? duration.toFixed(1) : Math.round(duration)} ms`;
    this.#add(`${visible(method)} ${path} ${this.#status(status)} ${time}`);
  }

  #add(line: string): void {
    if (this.#lines.length === 0) setTimeout(() => this.flush(), interval).unref();
    if (this.#lines.length < maxLines) this.#lines.push(`${line}\n`);
    else this.#more++;
  }

  flush(): void {
    const more = this.#more === 0 ? "" : `and ${this.#more} more lines\n`;
    const text = this.#lines.join("") + more;
    this.#lines = [];
    this.#more = 0;
    if (text !== "") this.output.stdout(text);
  }

  #status(status: number | undefined): string {
    if (status === undefined) return "gone";
    if (this.output.resultColour !== true) return String(status);
    const colour = status >= 500 ? 31 : status >= 400 ? 33 : 32;
    return `\u001b[${colour}m${status}\u001b[0m`;
  }
}

/** Characters. Queries may hold anything. */
const maxTarget = 200;

/** Characters of one event. */
const maxLine = 2000;

/** An event of the app's log, or whatever else it writes there, as lines for a person. */
function logLines(value: unknown): readonly string[] {
  const text = typeof value === "string" ? value : inspect(value);
  return text.split("\n").flatMap((line) => {
    if (access.test(line)) return [];
    const event = eventOf(line);
    if (event === undefined) return line === "" ? [] : [shortened(line)];
    return sentence(event, line).map(shortened);
  });
}

/** The line that the runtime writes for each request. There are many, so they are not read. */
const access = /^\{"timestamp":"[^"]*","type":"engine_access"/;

type LogEvent = Readonly<Record<string, unknown>>;

function sentence(event: LogEvent, line: string): readonly string[] {
  const { type, topic, place, message } = event;
  if (type === "engine_request") return [upstreamSentence(event)];
  if (typeof message !== "string") return [line];
  const kind = kinds.get(type) ?? String(type);
  const about = typeof topic === "string" ? ` ${topic}` : "";
  const where = typeof place === "string" ? ` ${place}` : "";
  const text = `  ${kind}${about}${where}: ${message}`;
  // What is debugged is often JSON on several lines.
  return type === "engine_debug"
    ? text.split(/\r\n?|\n/).map((each, at) => (at > 0 ? `  | ${each}` : each))
    : [text];
}

const kinds: ReadonlyMap<unknown, string> = new Map([
  ["engine_alert", "alert"],
  ["engine_debug", "debug"],
]);

/** `upstream user.0: GET http://127.0.0.1:9001/users/7 200 12 ms` */
function upstreamSentence({ id, method, url, status, duration, curlErrorMessage }: LogEvent): string {
  const answer = typeof curlErrorMessage === "string" ? `failed (${curlErrorMessage})` : status;
  const milliseconds = Math.round(Number(duration) * 1000);
  return `  upstream ${id}: ${method} ${url} ${answer} ${milliseconds} ms`;
}

const shortened = (line: string): string =>
  visible(line.length > maxLine ? `${line.slice(0, maxLine)}…` : line);

const eventOf = (line: string): LogEvent | undefined =>
  line.startsWith("{") ? (parsedJson(line) as LogEvent | undefined) : undefined;
