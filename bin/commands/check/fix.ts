import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Fix } from "../../../compiler/diagnostics/fix.js";
import { below, type Finding } from "../../../compiler/diagnostics/render.js";
import type { SourceText } from "../../../compiler/source/source-text.js";
import { visibleLines } from "../../shared/visible-lines.js";

/** What findings suggest for one file. */
export interface FileEdit {
  readonly source: SourceText;
  /** The text of the file with all edits. */
  readonly text: string;
}

/** The edits that findings suggest, by file. */
export function editsOf(findings: readonly Finding[]): readonly FileEdit[] {
  const byFile = new Map<SourceText, Fix[]>();
  for (const { fix } of findings) {
    if (fix === undefined) continue;
    const { source } = fix.span;
    byFile.set(source, [...(byFile.get(source) ?? []), fix]);
  }
  return [...byFile].map(([source, fixes]) => ({ source, text: edited(source.text, fixes) }));
}

/** The edits as a difference for each file. */
export async function showEdits(directory: string, edits: readonly FileEdit[]): Promise<string> {
  const { createTwoFilesPatch } = await import("diff");
  const patches = edits.map(({ source, text }) => {
    const path = below(directory, source.path);
    return createTwoFilesPatch(path, path, source.text, text, undefined, undefined, { context: 1 });
  });
  return visibleLines(patches.join(""));
}

/** Writes the edits. Throws if a file is not what it was. */
export function makeEdits(directory: string, edits: readonly FileEdit[]): void {
  for (const { source, text } of edits) {
    const path = join(directory, source.path);
    const now = readFileSync(path, "utf8");
    const mark = now.startsWith(byteOrderMark) ? byteOrderMark : "";
    if (now !== mark + source.text)
      throw new Error(`${path} has changed meanwhile; nothing is written to it.`);
    writeFileSync(path, mark + text);
  }
}

const byteOrderMark = "\ufeff";

/** The text with all edits that do not overlap. */
function edited(text: string, fixes: readonly Fix[]): string {
  const sorted = [...fixes].sort((a, b) => a.span.start - b.span.start);
  let done = 0;
  let result = "";
  for (const { span, text: replacement } of sorted) {
    if (span.start < done) continue;
    result += text.slice(done, span.start) + replacement;
    done = span.end;
  }
  return result + text.slice(done);
}
