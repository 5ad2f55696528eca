import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Fix } from "../../../compiler/diagnostics/fix.js";
import { below } from "../../../compiler/diagnostics/render.js";
import type { Diagnostic } from "../../../compiler/diagnostics/reporter.js";
import type { SourceText } from "../../../compiler/source/source-text.js";
import { visibleLines } from "../../shared/visible-lines.js";

/** What findings suggest for one file. */
export interface FileEdit {
  readonly source: SourceText;
  /** The text of the file with all edits. */
  readonly text: string;
}

/** Finds what is wrong with an app in which files have other texts. */
export type CheckEdited = (texts: ReadonlyMap<string, string>) => Promise<readonly Diagnostic[]>;

/** How many times an app is checked to find out which edits are good. */
const maxChecks = 40;

/**
 * The edits that findings suggest, by file, but those that lead to as many findings in their file as they mend: a name that
 * is nearly right may stand beside the right one.
 */
export async function editsOf(
  findings: readonly Diagnostic[],
  checkEdited: CheckEdited,
): Promise<readonly FileEdit[]> {
  const good: Fix[] = [];
  let left = maxChecks;
  const groups = [findings.flatMap(({ fix }) => (fix === undefined ? [] : [fix]))];
  let before = findings;
  for (let group = groups.pop(); group !== undefined && left > 0; group = groups.pop()) {
    if (group.length === 0) continue;
    const edits = fileEdits([...good, ...group]);
    left--;
    const after = await checkEdited(new Map(edits.map(({ source, text }) => [source.path, text])));
    const files = new Set(group.map(({ span }) => span.source.path));
    if (mends(before, after, files, group.length)) {
      good.push(...group);
      before = after;
    } else if (group.length > 1) {
      const half = group.length >> 1;
      groups.push(group.slice(half), group.slice(0, half));
    }
  }
  return fileEdits(good);
}

/** Whether errors are mended, or warnings without a new error: fewer of them, by the number of edits, in these files. */
function mends(
  before: readonly Diagnostic[],
  after: readonly Diagnostic[],
  files: ReadonlySet<string>,
  edits: number,
): boolean {
  const count = (findings: readonly Diagnostic[], severity: Diagnostic["severity"]) =>
    findings.filter((one) => one.severity === severity && files.has(one.span?.source.path ?? "")).length;
  const errors = count(before, "error") - count(after, "error");
  const warnings = count(before, "warning") - count(after, "warning");
  // Where no error is left that hides warnings, there may be more of them.
  return errors >= edits || (errors >= 0 && errors + warnings >= edits);
}

function fileEdits(fixes: readonly Fix[]): readonly FileEdit[] {
  const byFile = new Map<SourceText, Fix[]>();
  for (const fix of fixes) {
    const { source } = fix.span;
    const known = byFile.get(source);
    if (known === undefined) byFile.set(source, [fix]);
    else known.push(fix);
  }
  return [...byFile].map(([source, own]) => ({ source, text: edited(source.text, own) }));
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
