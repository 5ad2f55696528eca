import { inspect } from "node:util";
import { visible } from "../../../../compiler/diagnostics/render.js";
import { parsedJson } from "../../../shared/values.js";

/** Characters of one event. */
const maxLine = 2000;

/** An event of the app's log, or whatever else it writes there, as lines for a person. */
export function logLines(value: unknown): readonly string[] {
  const text = typeof value === "string" ? value : inspect(value);
  return text.split("\n").flatMap((line) => {
    if (access.test(line)) return [];
    const event = eventOf(line);
    if (event === undefined) return line === "" ? [] : [shortened(line)];
    return [shortened(sentence(event, line))];
  });
}

/** The line that the runtime writes for each request. There are many, so they are not read. */
const access = /^\{"timestamp":"[^"]*","type":"engine_access"/;

type LogEvent = Readonly<Record<string, unknown>>;

function sentence(event: LogEvent, line: string): string {
  const { type, topic, place, message } = event;
  if (type === "engine_request") return upstreamSentence(event);
  if (typeof message !== "string") return line;
  const kind = type === "engine_alert" ? "alert" : String(type);
  const about = typeof topic === "string" ? ` ${topic}` : "";
  const where = typeof place === "string" ? ` ${place}` : "";
  return `  ${kind}${about}${where}: ${message}`;
}

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
