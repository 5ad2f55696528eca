import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Fix } from "../../compiler/diagnostics/fix.js";
import { below, placeOf, visible } from "../../compiler/diagnostics/render.js";
import type { Diagnostic } from "../../compiler/diagnostics/reporter.js";
import type { SourceText } from "../../compiler/source/source-text.js";
import { grouped } from "./values.js";
import { visibleLines } from "./visible-lines.js";

/** The edits that findings suggest for one file. */
interface FileEdit {
  readonly source: SourceText;
  /** The text of the file with all edits. */
  readonly text: string;
}

/** An edit that is left to a person. */
export interface LeftEdit {
  readonly fix: Fix;
  /** The harm that it would do; `undefined` if too many edits were tried before it. */
  readonly why: string | undefined;
}

interface Edits {
  readonly edits: readonly FileEdit[];
  readonly left: readonly LeftEdit[];
}

/** Finds what is wrong with an app in which files have other texts. */
type CheckEdited = (texts: ReadonlyMap<string, string>) => Promise<readonly Diagnostic[]>;

/** How many times an app is checked to find out which edits are good. */
const maxChecks = 40;

/**
 * The edits that findings suggest, by file, but those that lead to as many findings in their file as they mend: a name that
 * is nearly right may stand beside the right one.
 */
export async function editsOf(findings: readonly Diagnostic[], checkEdited: CheckEdited): Promise<Edits> {
  const good: Fix[] = [];
  const left: LeftEdit[] = [];
  let checks = 0;
  const groups = [findings.flatMap(({ fix }) => (fix === undefined ? [] : [fix]))];
  let before = findings;
  for (let group = groups.pop(); group !== undefined; group = groups.pop()) {
    if (checks === maxChecks) for (const fix of group) left.push({ fix, why: undefined });
    if (checks === maxChecks || group.length === 0) continue;
    const edits = fileEdits([...good, ...group]);
    checks++;
    const after = await checkEdited(new Map(edits.map(({ source, text }) => [source.path, text])));
    const files = new Set(group.map(({ span }) => span.source.path));
    if (mends(before, after, files, group.length)) {
      for (const one of group) good.push(one);
      before = after;
    } else if (group.length > 1) {
      const half = group.length >> 1;
      groups.push(group.slice(half), group.slice(0, half));
    } else for (const fix of group) left.push({ fix, why: harmOf(before, after) });
  }
  return { edits: fileEdits(good), left };
}

/** The first finding that an edit leads to. */
function harmOf(before: readonly Diagnostic[], after: readonly Diagnostic[]): string {
  const known = new Set(before.map(({ message }) => message));
  const [harm = "It would mend nothing."] = after.flatMap(({ message }) =>
    known.has(message) ? [] : [`Then: ${message}`],
  );
  return harm;
}

/** A line for each edit that is left. */
export function leftLines(directory: string, left: readonly LeftEdit[]): string {
  const lines = left.map(({ fix: { span, text }, why = "Too many others were tried before it." }) => {
    const written = span.source.text.slice(span.start, span.end);
    return `${placeOf(span, directory)}: ${visible(`an edit is left to you, ${written} to ${text}. ${why}`)}\n`;
  });
  return lines.join("");
}

/**
 * Returns true if errors are mended, or warnings without a new error: fewer of them, by the number of edits,
 * in these files.
 */
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
  const byFile = grouped(fixes, ({ span }) => span.source);
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
