import type { CostFinding } from "./cost.js";
import type { GuidedFinding } from "./guided.js";

/** The task of a worker. */
export interface Job {
  readonly subject: string;
  readonly blocks: number;
  readonly mode: "cost" | "guided" | "replay";
  /** Targets whose names have one of these. */
  readonly words: readonly string[];
  /** How many of them are done already. */
  readonly from: number;
  readonly seconds: number;
  /** For each target at most. */
  readonly tries: number;
  readonly seed: number;
  readonly isTimed: boolean;
  readonly upstream: string;
  /** The file that says what it is at. */
  readonly heart: string;
}

/** The reports of a worker. */
export type Report =
  | { readonly kind: "cost"; readonly finding: CostFinding }
  | { readonly kind: "guided"; readonly finding: GuidedFinding }
  | {
      readonly kind: "covered";
      readonly target: string;
      readonly runs: number;
      readonly covered: number;
      readonly corpus: readonly string[];
    }
  /** A kept finding is there again. */
  | { readonly kind: "back"; readonly target: string; readonly note: string }
  | { readonly kind: "done"; readonly target: string }
  | { readonly kind: "end" };
