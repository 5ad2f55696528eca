import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Fix } from "../../../compiler/diagnostics/fix.js";
import { below, type Finding } from "../../../compiler/diagnostics/render.js";
import type { SourceText } from "../../../compiler/source/source-text.js";

/**
 * The edits that findings suggest, as a difference for each file.
 * @param makes whether to write the files, too
 */
export async function fixFiles(
  directory: string,
  findings: readonly Finding[],
  makes: boolean,
): Promise<string> {
  const { createTwoFilesPatch } = await import("diff");
  const byFile = new Map<SourceText, Fix[]>();
  for (const { fix } of findings) {
    if (fix === undefined) continue;
    const { source } = fix.span;
    byFile.set(source, [...(byFile.get(source) ?? []), fix]);
  }
  let shown = "";
  for (const [source, fixes] of byFile) {
    const text = edited(source.text, fixes);
    const path = below(directory, source.path);
    shown += createTwoFilesPatch(path, path, source.text, text, undefined, undefined, { context: 1 });
    if (makes) writeFileSync(join(directory, source.path), text);
  }
  if (shown === "") return "no hint suggests an edit\n";
  return makes ? shown : `${shown}nothing is written yet: --yes makes these edits\n`;
}

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
