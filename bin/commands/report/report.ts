import type { AnsweredBy, HandlerShare } from "../../../compiler/generate/index.js";
import type { Verdict } from "../../../compiler/move/assess.js";

interface ReportedPlace {
  readonly file: string;
  readonly line: number;
}

export interface ReportedOperation {
  readonly directory: string;
  readonly method: string;
  readonly path: string;
  readonly verdict: Verdict;
  readonly flow: string | null;
  /** `null` if an error keeps it out of the app. */
  readonly answeredBy: AnsweredBy | null;
  /** How often logs have it; absent without logs. */
  readonly requests?: number;
  /** Flows and templates of its own, and those that it shares with some. */
  readonly files: readonly string[];
  readonly findings: readonly ({
    readonly verdict: Verdict;
    readonly code: string;
    readonly message: string;
    readonly decision?: string;
  } & Partial<ReportedPlace>)[];
  readonly decisions: readonly ({
    readonly id: string;
    readonly title: string;
    readonly noticed: readonly string[];
  } & ReportedPlace)[];
  readonly risks: readonly ({ readonly kind: string; readonly message: string } & Partial<ReportedPlace>)[];
}

export interface Report {
  readonly summary: Readonly<Record<string, number>>;
  readonly share: HandlerShare;
  readonly traffic?: {
    readonly requests: number;
    readonly unmatched: number;
    readonly unreadable: number;
    /** The share of the requests that operations answer, by verdict. */
    readonly share: Readonly<Record<string, number>>;
  };
  readonly effort: Effort;
  readonly progress?: Progress;
  readonly operations: readonly ReportedOperation[];
  /** Errors and risks of what no operation depends on, such as flows that nothing leads to. */
  readonly elsewhere: readonly ({
    readonly kind: string;
    readonly message: string;
  } & Partial<ReportedPlace>)[];
}

/** The changes since an earlier report: names of operations. */
export interface Progress {
  readonly better: readonly string[];
  readonly worse: readonly string[];
  readonly added: readonly string[];
  readonly gone: readonly string[];
}

export type Work = "differs" | "fix" | "manual" | "blocked" | "untested";

/** A line of the arithmetic: so many pieces of work, and where they are. */
export interface EffortLine {
  readonly work: Work;
  readonly count: number;
  readonly each: readonly number[];
  readonly hours: readonly number[];
  readonly because: readonly string[];
}

export interface Effort {
  readonly hours: readonly number[];
  readonly lines: readonly EffortLine[];
}
