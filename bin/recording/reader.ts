import { createReadStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { visible } from "../../compiler/diagnostics/render.js";
import { packageDirectory } from "../../compiler/output/package-directory.js";
import { type RecordedLine, recordingVersion } from "../../runtime/observe/trace/recording.js";

/** Characters of a line. A longer one is passed over, and never held in memory. */
const maxLine = 256 * 1024 * 1024;

export interface ReadLine {
  readonly number: number;
  /** A text says why it is no line of a recording. */
  readonly line: RecordedLine | string;
}

/**
 * The lines of a recording, one after the other: no more than one is in memory.
 * @throws Error if the file cannot be read
 */
export async function* readRecording(file: string): AsyncGenerator<ReadLine> {
  const problemOf = await openChecker();
  let number = 0;
  for await (const text of linesOf(file)) {
    number++;
    if (text === undefined) {
      yield { number, line: `longer than ${maxLine / 1024 / 1024} MB` };
      continue;
    }
    if (text.trim() === "") continue;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      yield { number, line: "no JSON" };
      continue;
    }
    const problem = problemOf(value);
    yield { number, line: problem ?? (value as RecordedLine) };
  }
}

/** `undefined` in place of a line that is too long. */
async function* linesOf(file: string): AsyncGenerator<string | undefined> {
  let parts: string[] = [];
  let length = 0;
  const take = (part: string): void => {
    length += part.length;
    if (length <= maxLine) parts.push(part);
    else parts = [];
  };
  const whole = (): string | undefined => {
    const text = length > maxLine ? undefined : parts.join("");
    parts = [];
    length = 0;
    return text;
  };
  for await (const chunk of createReadStream(file, { encoding: "utf8", highWaterMark: 1 << 20 })) {
    const [first = "", ...rest] = (chunk as string).split("\n");
    take(first);
    for (const part of rest) {
      yield whole();
      take(part);
    }
  }
  if (length > 0) yield whole();
}

/** Tells what keeps a value from being a line of a recording, by the schema that is published. */
async function openChecker(): Promise<(value: unknown) => string | undefined> {
  const { Ajv2020 } = await import("ajv/dist/2020.js");
  const schema = JSON.parse(readFileSync(join(packageDirectory, "docs/recording.schema.json"), "utf8"));
  const ajv = new Ajv2020().addSchema(schema, "recording");
  const checks = new Map(
    [
      ["exchange", "RecordedExchange"],
      ["upstream", "UnmatchedUpstream"],
    ].map(([kind, name]) => [kind, ajv.compile({ $ref: `recording#/$defs/${name}` })]),
  );
  return (value) => {
    const { version, kind } = (typeof value === "object" && value !== null ? value : {}) as Record<
      string,
      unknown
    >;
    const check = checks.get(String(kind));
    if (check === undefined) return "no line of a recording: its kind is unknown";
    if (version !== recordingVersion) return `of another version: ${visible(String(version)).slice(0, 20)}`;
    if (check(value)) return undefined;
    const [error] = check.errors ?? [];
    return visible(`${error?.instancePath.slice(1, 100)} ${error?.message ?? "is wrong"}`.trim());
  };
}
