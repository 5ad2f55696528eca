import { closeSync, fchmodSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import type { RecordedLine } from "../../../runtime/observe/trace/index.js";

/**
 * Adds lines to a recording.
 * @throws Error if it cannot be written
 */
export function appendLines(path: string, lines: Iterable<RecordedLine>): void {
  const file = openRecording(path);
  try {
    for (const line of lines) writeWhole(file, Buffer.from(`${JSON.stringify(line)}\n`));
  } finally {
    closeSync(file);
  }
}

/** Only its owner can read it. A line that a process left unfinished there takes none of the next ones with it. */
export function openRecording(path: string): number {
  const file = openSync(path, "a+", 0o600);
  fchmodSync(file, 0o600);
  const last = Buffer.alloc(1);
  if (readSync(file, last, 0, 1, fstatSync(file).size - 1) === 1 && last.toString() !== "\n")
    writeSync(file, "\n");
  return file;
}

/** Writes all of a line, or nothing. */
export function writeWhole(file: number, bytes: Uint8Array): void {
  const before = fstatSync(file);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
  } catch (error) {
    if (before.isFile()) ftruncateSync(file, before.size);
    throw error;
  }
}
