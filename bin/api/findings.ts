import { rangeOf } from "../../compiler/diagnostics/render.js";
import type { Diagnostic } from "../../compiler/diagnostics/reporter.js";

/** Where a finding is. Lines and columns count from 1, columns in UTF-16 units; `endColumn` is exclusive. */
export interface Place {
  /** Relative to the flow directory, with `/`. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A mistake, or something to think about. docs/diagnostics.md explains the codes. */
export interface Finding {
  /** Such as `FLOW2003`. A code keeps its meaning in all versions. */
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly message: string;
  /** The text to write instead, where that is known. */
  readonly hint?: string;
  /** Findings about no file have none. */
  readonly place?: Place;
}

export interface CheckResult {
  /** True if there is no error; there may be warnings. */
  readonly isOk: boolean;
  /** Sorted by file and place. */
  readonly findings: readonly Finding[];
  readonly endpoints: number;
}

export function resultOf(diagnostics: readonly Diagnostic[], endpoints: number): CheckResult {
  const findings = findingsOf(diagnostics);
  return { isOk: isFine(findings), findings, endpoints };
}

export function findingsOf(diagnostics: readonly Diagnostic[]): readonly Finding[] {
  return diagnostics.map(({ code, severity, message, hint, span }) => ({
    code,
    severity,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(span === undefined ? {} : { place: { file: span.source.path, ...rangeOf(span) } }),
  }));
}

export const isFine = (findings: readonly Finding[]): boolean =>
  findings.every(({ severity }) => severity !== "error");
