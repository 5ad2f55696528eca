import { readFileSync, statSync } from "node:fs";
import type { Trace } from "../../../../runtime/trace/format.js";
import { linesToTraces } from "../../../shared/trace-lines.js";
import { checkedTrace } from "./checked-trace.js";

/** A larger file is not read: the page could not show it either. */
const maxBytes = 256 * 1024 * 1024;

/**
 * The traces of a file: a log that has lines of traces, or JSON with one trace or a list of them.
 * @throws Error if there are none, or none that this version reads
 */
export function readTraces(file: string): readonly Trace[] {
  if (statSync(file).size > maxBytes)
    throw new Error(`${file} is larger than ${maxBytes / 1024 / 1024} MB. Cut out the part that matters.`);
  const content = readFileSync(file, "utf8");
  const whole = parsed(content);
  const found =
    whole === undefined ? content.split("\n").map(parsed) : Array.isArray(whole) ? whole : [whole];
  const traces = [...found, ...linesToTraces(content)]
    .map(checkedTrace)
    .filter((trace) => trace !== undefined);
  if (traces.length === 0)
    throw new Error(`${file} has no traces, or none that this version of flowc reads.`);
  return traces;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
