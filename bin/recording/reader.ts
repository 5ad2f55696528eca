/**
 * Reads files of requests: recordings, and traces.
 * @module
 */
import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { visible } from "../../compiler/diagnostics/index.js";
import { type RecordedLine, readableVersions, type Trace } from "../../runtime/observe/trace/index.js";
import { linesOf } from "../shared/lines-of.js";
import { memberOf, parsedJson } from "../shared/values.js";
import { type Check, openChecks } from "./checker.js";
import { JoinedLines, lineStart } from "./joined-lines.js";

/** Characters of a line. A longer one is passed over, and never held in memory. */
const maxLine = 256 * 1024 * 1024;

export interface ReadLine {
  readonly number: number;
  /** A text says why it is no line of a recording. */
  readonly line: RecordedLine | string;
}

/** Tells a recording from other files. */
export function isRecording(file: string): boolean {
  const descriptor = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(200);
    const text = bytes.toString("utf8", 0, readSync(descriptor, bytes));
    return /^\s*\{"version":\d+,"kind":"(?:exchange|upstream)"/.test(text);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * The lines of a recording, one after the other: no more than one is in memory.
 * @throws Error if the file cannot be read
 */
export async function* readRecording(file: string): AsyncGenerator<ReadLine> {
  const checkOf = await openChecks("recording", false);
  const checks = new Map([
    ["exchange", checkOf("RecordedExchange")],
    ["upstream", checkOf("UnmatchedUpstream")],
  ]);
  let number = 0;
  for await (const text of linesOf(file, maxLine)) {
    number++;
    if (text === undefined) {
      yield { number, line: `longer than ${maxLine / 1024 / 1024} MB` };
      continue;
    }
    if (text.trim() === "") continue;
    const value = parsedJson(text);
    const problem = value === undefined ? "no JSON" : problemOf(value, checks);
    yield { number, line: problem ?? (value as RecordedLine) };
  }
}

function problemOf(value: unknown, checks: ReadonlyMap<string, Check>): string | undefined {
  const check = checks.get(String(memberOf(value, "kind")));
  const version = memberOf(value, "version");
  if (check === undefined) return "no line of a recording: its kind is unknown";
  if (!readableVersions.includes(version as number))
    return `of another version: ${visible(String(version)).slice(0, 20)}`;
  return check(value);
}

/** A larger file of traces is not read: the page could not show it either. */
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
  const checkOf = await openChecks("trace", true);
  const check = checkOf("Trace");
  const joined = new JoinedLines(checkOf("TraceLine"));
  const whole: Trace[] = [];
  const problems: string[] = [];
  let passedOver = 0;
  const note = (what: string, problem: string | undefined): void => {
    if (problem === undefined) return;
    passedOver++;
    if (problems.length < maxProblems) problems.push(`${what}: ${problem}`);
  };
  const take = (value: unknown): string | undefined => {
    const problem = check(value);
    if (problem === undefined) whole.push(value as Trace);
    return problem;
  };
  // Other programs may write before a line of a trace, and other lines.
  const takeLine = (line: string): string | undefined => {
    const start = line.indexOf(lineStart);
    if (start >= 0) return joined.take(line.slice(start));
    const value = line.startsWith("{") && line.includes('"events"') ? parsedJson(line) : undefined;
    return value === undefined ? undefined : take(value);
  };
  const json = content.includes(lineStart) ? undefined : parsedJson(content);
  if (json === undefined)
    for (const [index, line] of content.split("\n").entries()) note(`line ${index + 1}`, takeLine(line));
  else
    for (const [index, item] of (Array.isArray(json) ? json : [json]).entries())
      note(`trace ${index + 1}`, take(item));
  return { traces: [...whole, ...joined.traces], passedOver, problems };
}
