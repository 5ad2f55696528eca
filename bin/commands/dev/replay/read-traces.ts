import { readFileSync, statSync } from "node:fs";
import type { Trace } from "../../../../runtime/observe/trace/format.js";
import { parsedJson } from "../../../shared/values.js";
import { NoTraceError, TraceChecker } from "./trace-checker.js";
import { lineStart, TraceLineReader } from "./trace-lines.js";

/** A larger file is not read: the page could not show it either. */
const maxBytes = 256 * 1024 * 1024;

export interface ReadTraces {
  readonly traces: readonly Trace[];
  /** How many lines, or items of a list, are no traces, though they look like some. */
  readonly passedOver: number;
  /** Why, of the first of them: `line 3: …`. */
  readonly problems: readonly string[];
}

const maxProblems = 5;

/**
 * The traces of a file: a log that has lines of traces, or JSON with one trace or a list of them.
 * @throws Error if there are none, or none that this version reads
 */
export async function readTraces(file: string): Promise<ReadTraces> {
  if (statSync(file).size > maxBytes)
    throw new Error(`${file} is larger than ${maxBytes / 1024 / 1024} MB. Cut out the part that matters.`);
  const read = await tracesIn(readFileSync(file, "utf8"));
  if (read.traces.length > 0) return read;
  const [first] = read.problems;
  const why = first === undefined ? "." : `: ${first}.`;
  throw new Error(`${file} has no traces, or none that this version of flowc reads${why}`);
}

export async function tracesIn(content: string): Promise<ReadTraces> {
  const reader = new Reader(await TraceChecker.open());
  const whole = content.includes(lineStart) ? undefined : parsedJson(content);
  if (Array.isArray(whole)) for (const [index, item] of whole.entries()) reader.item(index + 1, item);
  else if (whole !== undefined) reader.item(1, whole);
  else reader.lines(content);
  const { traces, passedOver, problems } = reader;
  return { traces, passedOver, problems };
}

class Reader {
  readonly #checker: TraceChecker;
  readonly #fromLines: TraceLineReader;
  readonly #whole: Trace[] = [];
  readonly problems: string[] = [];
  passedOver = 0;

  constructor(checker: TraceChecker) {
    this.#checker = checker;
    this.#fromLines = new TraceLineReader(checker);
  }

  get traces(): readonly Trace[] {
    return [...this.#whole, ...this.#fromLines.traces];
  }

  item(number: number, value: unknown): void {
    this.#try(`trace ${number}`, () => this.#trace(value));
  }

  lines(content: string): void {
    let number = 0;
    for (let at = 0; at < content.length; ) {
      const next = content.indexOf("\n", at);
      const end = next < 0 ? content.length : next;
      const line = content.slice(at, end);
      this.#try(`line ${++number}`, () => this.#line(line));
      at = end + 1;
    }
  }

  /** Other programs may write before a line of a trace, and other lines. */
  #line(line: string): void {
    const start = line.indexOf(lineStart);
    if (start >= 0) {
      this.#fromLines.take(line.slice(start));
      return;
    }
    if (!line.startsWith("{") || !line.includes('"events"')) return;
    const value = parsedJson(line);
    if (value !== undefined) this.#trace(value);
  }

  #trace(value: unknown): void {
    const { response, duration, ...rest } = this.#checker.trace(value);
    this.#whole.push({ ...rest, response, duration }); // JSON has no undefined
  }

  #try(what: string, read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof NoTraceError)) throw error;
      this.passedOver++;
      if (this.problems.length < maxProblems) this.problems.push(`${what}: ${error.message}`);
    }
  }
}
