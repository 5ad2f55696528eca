import { readFileSync } from "node:fs";
import { join } from "node:path";
import { visible } from "../../compiler/diagnostics/render.js";
import { packageDirectory } from "../../compiler/output/package-directory.js";
import { type RecordedLine, readableVersions } from "../../runtime/observe/trace/recording.js";
import { linesOf } from "../shared/lines-of.js";
import { memberOf, parsedJson } from "../shared/values.js";

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
  for await (const text of linesOf(file, maxLine)) {
    number++;
    if (text === undefined) {
      yield { number, line: `longer than ${maxLine / 1024 / 1024} MB` };
      continue;
    }
    if (text.trim() === "") continue;
    const value = parsedJson(text);
    const problem = value === undefined ? "no JSON" : problemOf(value);
    yield { number, line: problem ?? (value as RecordedLine) };
  }
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
    const check = checks.get(String(memberOf(value, "kind")));
    const version = memberOf(value, "version");
    if (check === undefined) return "no line of a recording: its kind is unknown";
    if (!readableVersions.includes(version as number))
      return `of another version: ${visible(String(version)).slice(0, 20)}`;
    if (check(value)) return undefined;
    const [error] = check.errors ?? [];
    return visible(`${error?.instancePath.slice(1, 100)} ${error?.message ?? "is wrong"}`.trim());
  };
}
