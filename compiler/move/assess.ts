import type { Program } from "../analyse/index.js";
import type { Diagnostic, DiagnosticName } from "../diagnostics/index.js";
import { append, type Span } from "../source/index.js";
import { isHandlerPath } from "../syntax/index.js";
import { decisions } from "./catalogue.js";
import type { Decision } from "./decision.js";
import { isReached, type ReachedOperation, reachOf } from "./reach.js";
import { type Risk, risksOf } from "./risks.js";
import { Uses } from "./uses.js";

/** From the best to the worst. */
export const verdicts = ["as-is", "differs", "fix", "manual", "blocked"] as const;

export type Verdict = (typeof verdicts)[number];

/** All that is known of an app, also of one that has errors. */
export interface Examined {
  readonly program: Program;
  readonly diagnostics: readonly Diagnostic[];
}

/** A decision, and a place that it touches. */
export interface TouchedPlace {
  readonly decision: Decision;
  readonly span: Span;
}

export interface AssessedOperation extends ReachedOperation {
  readonly verdict: Verdict;
  /** Errors, and warnings that `check --fix` mends. */
  readonly findings: readonly JudgedFinding[];
  readonly touched: readonly TouchedPlace[];
  readonly risks: readonly Risk[];
}

export interface JudgedFinding {
  readonly verdict: Verdict;
  readonly finding: Diagnostic;
  /** The decision that it comes from. */
  readonly decision: Decision | undefined;
}

export interface Assessment {
  readonly operations: readonly AssessedOperation[];
  /** Findings, touched places and risks of files that no operation depends on. */
  readonly elsewhere: Pick<AssessedOperation, "findings" | "touched" | "risks">;
  /** The decisions that are about every app. */
  readonly general: readonly Decision[];
}

/**
 * Judges each operation of an app by the worst that it depends on.
 * @param left the findings that are still there after `check --fix`
 */
export function assess(examined: Examined, left: readonly Diagnostic[] = examined.diagnostics): Assessment {
  const { program, diagnostics } = examined;
  const uses = new Uses(program, diagnostics);
  const remaining = new Set(left.map(keyOf));
  const reported = diagnostics.map((finding) => ({
    finding,
    decision: isInHandler(finding.span) ? undefined : reportedBy.get(finding.name),
  }));
  const findings = reported.flatMap(({ finding, decision }): readonly JudgedFinding[] => {
    const verdict = judge(finding, !remaining.has(keyOf(finding)), decision);
    return verdict === undefined ? [] : [{ verdict, finding, decision }];
  });
  const touched = [
    ...[...decisions.values()].flatMap((decision) =>
      (decision.touches?.(uses) ?? [])
        .filter((span) => !isInHandler(span))
        .map((span) => ({ decision, span })),
    ),
    ...reported.flatMap(({ finding: { span }, decision }) => (span && decision ? [{ decision, span }] : [])),
  ];
  const operations = reachOf(program);
  const risks = risksOf(uses, operations);
  const placed = {
    findings: byFile(findings, ({ finding }) => finding.span),
    touched: byFile(touched, ({ span }) => span),
    risks: byFile(risks, ({ span }) => span),
  };
  const seen = new Set<unknown>();
  const of = <T>(
    operation: ReachedOperation,
    map: ReadonlyMap<string | undefined, readonly T[]>,
    spanOf: (item: T) => Span | undefined,
  ) => {
    const paths = [undefined, program.api.source.path, ...operation.files];
    const all = [...new Set(paths)].flatMap((path) => map.get(path) ?? []);
    const own = all.filter((item) => {
      const span = spanOf(item);
      return span === undefined || isReached(operation, span);
    });
    for (const item of own) seen.add(item);
    return own;
  };
  const assessed = operations.map((operation) => {
    const own = {
      findings: of(operation, placed.findings, ({ finding }) => finding.span),
      touched: of(operation, placed.touched, ({ span }) => span),
      risks: of(operation, placed.risks, ({ span }) => span),
    };
    return { ...operation, ...own, verdict: worst(own) };
  });
  const unseen = <T>(items: readonly T[]) => items.filter((item) => !seen.has(item));
  return {
    operations: assessed,
    elsewhere: { findings: unseen(findings), touched: unseen(touched), risks: unseen(risks) },
    general: [...decisions.values()].filter(
      ({ touches, reports }) => touches === undefined && reports === undefined,
    ),
  };
}

/** The original engine has no handlers that could differ from those of flowc. */
const isInHandler = (span: Span | undefined): boolean =>
  span !== undefined && isHandlerPath(span.source.path);

const reportedBy: ReadonlyMap<DiagnosticName, Decision> = new Map(
  [...decisions.values()].flatMap((decision) => (decision.reports ?? []).map((name) => [name, decision])),
);

/** Of an error, or of a warning that `check --fix` mends; other warnings hold for the original engine as well. */
function judge(
  { severity, fix }: Diagnostic,
  isGone: boolean,
  decision: Decision | undefined,
): Verdict | undefined {
  if (isGone && (severity === "error" || fix !== undefined)) return "fix";
  if (severity === "warning") return undefined;
  return decision?.isMissing ? "blocked" : "manual";
}

function worst({ findings, touched }: Pick<AssessedOperation, "findings" | "touched">): Verdict {
  const isNoticed = touched.some(
    ({ decision: { noticed } }) => noticed.includes("client") || noticed.includes("upstream"),
  );
  return worstOf([...findings.map(({ verdict }) => verdict), isNoticed ? "differs" : "as-is"]);
}

export const worstOf = (all: readonly Verdict[]): Verdict =>
  verdicts.findLast((verdict) => all.includes(verdict)) ?? "as-is";

/** A finding that is there with the same words, wherever edits have moved it. */
const keyOf = ({ code, message, span }: Diagnostic): string => `${code} ${span?.source.path} ${message}`;

function byFile<T>(
  items: readonly T[],
  spanOf: (item: T) => Span | undefined,
): ReadonlyMap<string | undefined, readonly T[]> {
  const files = new Map<string | undefined, T[]>();
  for (const item of items) append(files, spanOf(item)?.source.path, item);
  return files;
}
