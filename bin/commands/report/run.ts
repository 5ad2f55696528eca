import { below, renderText } from "../../../compiler/diagnostics/render.js";
import { type Diagnostic, examine } from "../../../compiler/index.js";
import { type Assessment, assess, type Verdict, verdicts } from "../../../compiler/move/assess.js";
import { readDirectory } from "../../../compiler/source/read-directory.js";
import type { Span } from "../../../compiler/source/source-text.js";
import type { Output } from "../../shared/surroundings.js";
import { table } from "../../shared/table.js";
import { editsOf } from "../check/fix.js";

export interface ReportOptions {
  readonly output?: string;
  readonly format: "text" | "json";
  readonly failOn?: Verdict;
}

interface Assessed {
  readonly directory: string;
  readonly assessment: Assessment;
}

/** Assesses flow directories. It fails where a description cannot be read, or where `--fail-on` says so. */
export async function report(
  directories: readonly string[],
  { format, failOn }: ReportOptions,
  { stderr, colour }: Output,
): Promise<{ readonly text: string; readonly isFailed: boolean }> {
  const apps: Assessed[] = [];
  let isFailed = false;
  for (const directory of directories) {
    const found = await assessed(directory);
    if ("assessment" in found) apps.push(found);
    else {
      isFailed = true;
      const errors = found.diagnostics.filter(({ severity }) => severity === "error");
      stderr(renderText(errors, { directory, colour }));
    }
  }
  const least = failOn === undefined ? verdicts.length : verdicts.indexOf(failOn);
  const all = apps.flatMap(({ assessment }) => assessment.operations);
  isFailed ||= all.some(({ verdict }) => verdicts.indexOf(verdict) >= least);
  return { text: format === "json" ? asJson(apps) : asText(apps), isFailed };
}

async function assessed(
  directory: string,
): Promise<Assessed | { readonly diagnostics: readonly Diagnostic[] }> {
  const inputs = readDirectory(directory, undefined);
  const { program, diagnostics } = await examine(inputs);
  if (program === undefined) return { diagnostics };
  const examineEdited = async (texts: ReadonlyMap<string, string>) =>
    (await examine({ ...inputs, read: (path) => texts.get(path) ?? inputs.read(path) })).diagnostics;
  const { edits } = await editsOf(diagnostics, examineEdited);
  const texts = new Map(edits.map(({ source, text }) => [source.path, text]));
  const left = edits.length === 0 ? diagnostics : await examineEdited(texts);
  return { directory, assessment: assess({ program, diagnostics }, left) };
}

const placed = (directory: string, { source, start }: Span) => ({
  file: below(directory, source.path),
  line: source.place(start).line,
});

/** The members of the JSON form, which `docs/commands/report.md` describes. */
function asJson(apps: readonly Assessed[]): string {
  const operations = apps.flatMap(({ directory, assessment }) =>
    assessment.operations.map(({ method, path, verdict, flow, findings, touched, risks }) => ({
      directory,
      method,
      path,
      verdict,
      flow: flow ?? null,
      findings: findings.map(({ verdict, finding: { code, message, span }, decision }) => ({
        verdict,
        code,
        message,
        ...(decision && { decision: decision.id }),
        ...(span && placed(directory, span)),
      })),
      decisions: touched.map(({ decision, span }) => ({
        id: decision.id,
        title: decision.title,
        noticed: decision.noticed,
        ...placed(directory, span),
      })),
      risks: risks.map(({ kind, message, span }) => ({ kind, message, ...placed(directory, span) })),
    })),
  );
  const count = (verdict: Verdict) => operations.filter((one) => one.verdict === verdict).length;
  const summary = Object.fromEntries(verdicts.map((verdict) => [verdict, count(verdict)]));
  return `${JSON.stringify({ version: 1, summary, operations }, null, 2)}\n`;
}

function asText(apps: readonly Assessed[]): string {
  const rows = apps.flatMap(({ directory, assessment }) =>
    assessment.operations.map(({ method, path, verdict, findings, touched }) => {
      const worst = findings.find((one) => one.verdict === verdict);
      const span = worst?.finding.span;
      const at = span && placed(directory, span);
      const why = worst
        ? `${worst.finding.code}${at ? ` ${at.file}:${at.line}` : ""}`
        : [...new Set(touched.map(({ decision }) => decision.id))].join(" ");
      return [verdict, method === "*" ? "any" : method, path, why];
    }),
  );
  const counts = verdicts.flatMap((verdict) => {
    const number = rows.filter(([own]) => own === verdict).length;
    return number === 0 ? [] : [`${number} ${verdict}`];
  });
  return `${table([["Verdict", "Method", "Path", "Because of"], ...rows])}\n${counts.join(", ") || "no operations"}\n`;
}
