import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { createTwoFilesPatch } from "diff";
import { visibleLines } from "../../shared/visible-lines.js";

/** Replaces a file in one step, so that nobody reads half of it. */
export function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, text);
  renameSync(temporary, path);
}

/** Writes a golden file. Returns what has changed in it. */
export function writeGolden(path: string, text: string): string {
  const before = textOf(path);
  writeWhole(path, text);
  const patch = createTwoFilesPatch(path, path, before, text, undefined, undefined, { context: 2 });
  const [, ...lines] = patch.split("\n");
  return `wrote ${path}\n${visibleLines(lines.slice(2).join("\n"))}`;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
