import { readFileSync } from "node:fs";
import {
  below,
  type Diagnostic,
  type Finding,
  renderSarif,
  renderText,
  sarifLog,
} from "../../../compiler/diagnostics/index.js";
import { answeredBy, handlerShare } from "../../../compiler/generate/index.js";
import { compile } from "../../../compiler/index.js";
import { isTest } from "../../../compiler/load/index.js";
import { type Assessment, assess, type Verdict, verdicts } from "../../../compiler/move/assess.js";
import { readDirectory, type Span } from "../../../compiler/source/index.js";
import type { Overlaid } from "../../shared/directory.js";
import { editsOf } from "../../shared/fix.js";
import { asDocument } from "../../shared/json-format.js";
import { realPath } from "../../shared/real-path.js";
import type { Output } from "../../shared/surroundings.js";
import { testedOperations } from "../../shared/tested-operations.js";
import { ownVersion } from "../../shared/version.js";
import { withFiles } from "../../shared/with-files.js";
import { writeWhole } from "../../shared/write-whole.js";
import { effortOf, planOf, readConstants } from "./effort.js";
import { csvOf, type Format, htmlOf, markdownOf, textOf } from "./render.js";
import type { Progress, Report, ReportedOperation } from "./report.js";
import { readTraffic } from "./traffic.js";

export interface ReportOptions extends Overlaid {
  readonly out?: string;
  readonly format: Format;
  readonly failOn?: Verdict;
  readonly log?: readonly string[];
  readonly effort?: string;
  readonly baseline?: string;
  readonly plan?: string;
}

interface Assessed {
  readonly directory: string;
  readonly assessment: Assessment;
  /** The operations that tests reach; `undefined` if no test has run yet. */
  readonly tested: ReadonlySet<string> | undefined;
  /** The patterns of paths, in the order in which they are tried. */
  readonly tried: ReadonlyMap<string, number>;
}

/** Assesses flow directories. It fails where a description cannot be read, or where `--fail-on` says so. */
export async function report(
  directories: readonly string[],
  options: ReportOptions,
  { stderr, colour }: Output,
): Promise<{ readonly text: string; readonly isFailed: boolean }> {
  const constants = readConstants(options.effort);
  const before = options.baseline === undefined ? undefined : readBaseline(options.baseline);
  const apps: Assessed[] = [];
  let isFailed = false;
  for (const directory of directories) {
    const found = await assessed(directory, options);
    if ("assessment" in found) apps.push(found);
    else {
      isFailed = true;
      const errors = found.diagnostics.filter(({ severity }) => severity === "error");
      stderr(renderText(errors, { directory, colour }));
    }
  }
  for (const { directory, tested } of apps)
    if (tested === undefined) stderr(`${directory}: run flowc test to know which operations have tests\n`);
  const listed = apps.flatMap(operationsOf);
  const tried = listed.toSorted((a, b) => a.order - b.order);
  const traffic = options.log === undefined ? undefined : await readTraffic(options.log, tried);
  const operations = listed.map((each): ReportedOperation => {
    const { order: _, ...operation } = each;
    if (traffic === undefined) return operation;
    const requests = traffic.counts.get(each) ?? 0;
    const unrecorded = { kind: "unrecorded", message: "No log has a request for it." };
    return { ...operation, requests, risks: [...operation.risks, ...(requests === 0 ? [unrecorded] : [])] };
  });
  const of = (verdict: Verdict) => operations.filter((one) => one.verdict === verdict);
  const answered = operations.reduce((sum, { requests = 0 }) => sum + requests, 0);
  const shareOf = (verdict: Verdict) =>
    of(verdict).reduce((sum, { requests = 0 }) => sum + requests, 0) / Math.max(1, answered);
  const whole: Report = {
    summary: Object.fromEntries(verdicts.map((verdict) => [verdict, of(verdict).length])),
    ...(traffic && {
      traffic: {
        requests: traffic.requests,
        unmatched: traffic.unmatched,
        unreadable: traffic.unreadable,
        share: Object.fromEntries(verdicts.map((verdict) => [verdict, shareOf(verdict)])),
      },
    }),
    share: handlerShare(operations.map((one) => one.answeredBy ?? undefined)),
    effort: effortOf(operations, constants),
    ...(before && { progress: progressSince(before, operations) }),
    operations,
    elsewhere: apps.flatMap(({ directory, assessment: { elsewhere } }) => [
      ...elsewhere.findings.map(({ finding: { code, message, span } }) => ({
        kind: code,
        message,
        ...(span && placed(directory, span)),
      })),
      ...elsewhere.risks.map(({ kind, message, span }) => ({ kind, message, ...placed(directory, span) })),
    ]),
  };
  if (options.plan !== undefined) writeWhole(options.plan, planOf(operations));
  const least = options.failOn === undefined ? verdicts.length : verdicts.indexOf(options.failOn);
  isFailed ||= operations.some(({ verdict }) => verdicts.indexOf(verdict) >= least);
  return { text: rendered(whole, options.format, apps), isFailed };
}

const keyOf = ({
  directory,
  method,
  path,
}: Pick<ReportedOperation, "directory" | "method" | "path">): string => `${directory} ${method} ${path}`;

function rendered(whole: Report, format: Format, apps: readonly Assessed[]): string {
  switch (format) {
    case "text":
      return textOf(whole);
    case "json":
      return asDocument(whole);
    case "html":
      return htmlOf(whole);
    case "md":
      return markdownOf(whole);
    case "csv":
      return csvOf(whole);
    case "sarif":
      return sarifOf(apps);
    default:
      return format satisfies never;
  }
}

/** A run for each directory: errors, decisions and risks at their lines, each once. */
function sarifOf(apps: readonly Assessed[]): string {
  const logs = apps.map(({ directory, assessment: { operations, elsewhere } }) => {
    const all = [...operations, elsewhere];
    const note = (code: string, message: string, span: Span): Finding => ({
      code,
      severity: "warning",
      message,
      hint: undefined,
      span,
    });
    const findings: readonly Finding[] = [
      ...new Set(all.flatMap((one) => one.findings.map(({ finding }) => finding))),
      ...[...new Set(all.flatMap(({ touched }) => touched))].map(({ decision, span }) =>
        note(decision.id, `${decision.title}: ${decision.now}`, span),
      ),
      ...[...new Set(all.flatMap(({ risks }) => risks))].map(({ kind, message, span }) =>
        note(kind, message, span),
      ),
    ];
    return JSON.parse(renderSarif(findings, { directory, version: ownVersion() })) as {
      readonly runs: readonly unknown[];
    };
  });
  return sarifLog(logs.flatMap(({ runs }) => runs));
}

type Verdicts = ReadonlyMap<string, Verdict>;

/** @throws Error if the file is no report */
function readBaseline(file: string): Verdicts {
  const { version, operations } = JSON.parse(readFileSync(file, "utf8")) as Partial<
    Report & { version: number }
  >;
  if (version !== 1 || !Array.isArray(operations))
    throw new Error(`${file} is no report: flowc report --format json writes one.`);
  return new Map((operations as readonly ReportedOperation[]).map((one) => [keyOf(one), one.verdict]));
}

function progressSince(before: Verdicts, operations: readonly ReportedOperation[]): Progress {
  const rank = (verdict: Verdict | undefined) => (verdict === undefined ? -1 : verdicts.indexOf(verdict));
  const known = operations.filter((one) => before.has(keyOf(one)));
  const change = ({ verdict, ...one }: ReportedOperation) => rank(verdict) - rank(before.get(keyOf(one)));
  const now = new Set(operations.map(keyOf));
  return {
    better: known.filter((one) => change(one) < 0).map(keyOf),
    worse: known.filter((one) => change(one) > 0).map(keyOf),
    added: operations.map(keyOf).filter((key) => !before.has(key)),
    gone: [...before.keys()].filter((key) => !now.has(key)),
  };
}

async function assessed(
  directory: string,
  { overlay }: Overlaid,
): Promise<Assessed | { readonly diagnostics: readonly Diagnostic[] }> {
  const inputs = readDirectory(directory, undefined, overlay);
  const { program, diagnostics } = await compile(inputs, { findsOnly: true });
  if (program === undefined) return { diagnostics };
  const examineEdited = async (texts: ReadonlyMap<string, string>) =>
    (await compile(withFiles(inputs, texts), { findsOnly: true })).diagnostics;
  const { edits } = await editsOf(diagnostics, examineEdited);
  const texts = new Map(edits.map(({ source, text }) => [source.path, text]));
  const left = edits.length === 0 ? diagnostics : await examineEdited(texts);
  const hasTests = inputs.list.some((path) => path.endsWith(".xml") && isTest(inputs.read(path) ?? ""));
  return {
    directory,
    assessment: assess({ program, diagnostics }, left),
    tested: testedOperations(realPath(directory)) ?? (hasTests ? undefined : new Set()),
    tried: new Map(program.routes.map(({ pattern }, index) => [pattern, index])),
  };
}

const placed = (directory: string, { source, start }: Span) => ({
  file: below(directory, source.path),
  line: source.place(start).line,
});

/** @returns also the order in which their patterns are tried */
function operationsOf({
  directory,
  assessment,
  tested,
  tried,
}: Assessed): readonly (ReportedOperation & { readonly order: number })[] {
  return assessment.operations.map(
    ({ method, path, pattern, verdict, flow, route, ownFiles, findings, touched, risks }) => ({
      directory,
      method,
      path,
      order: tried.get(pattern) ?? tried.size,
      verdict,
      flow: flow ?? null,
      answeredBy: route === undefined ? null : answeredBy(route),
      files: [...ownFiles].map((file) => below(directory, file)),
      findings: findings.map(({ verdict, finding: { code, message, span }, decision }) => ({
        verdict,
        code,
        message,
        ...(decision && { decision: decision.id }),
        ...(span && placed(directory, span)),
      })),
      decisions: touched.map(({ decision: { id, title, noticed }, span }) => ({
        id,
        title,
        noticed,
        ...placed(directory, span),
      })),
      risks: [
        ...risks.map(({ kind, message, span }) => ({ kind, message, ...placed(directory, span) })),
        ...(tested?.has(`${method} ${path}`) === false
          ? [{ kind: "untested", message: "No test reaches it." }]
          : []),
      ],
    }),
  );
}
