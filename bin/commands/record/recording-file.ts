import { closeSync, fchmodSync, openSync, writeSync } from "node:fs";
import type { RecordedLine } from "../../../runtime/observe/trace/recording.js";

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

/** Only its owner can read it. */
export function openRecording(path: string): number {
  const file = openSync(path, "a", 0o600);
  fchmodSync(file, 0o600);
  return file;
}

export function writeWhole(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}
