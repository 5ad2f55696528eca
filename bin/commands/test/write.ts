import { readFileSync } from "node:fs";
import { createTwoFilesPatch } from "diff";
import { visibleLines } from "../../shared/visible-lines.js";
import { writeWhole } from "../../shared/write-whole.js";

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
