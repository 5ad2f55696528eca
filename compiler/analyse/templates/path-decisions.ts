import { addTo } from "../../source/lists.js";
import type { Span } from "../../source/source-text.js";

export interface Decision {
  readonly span: Span;
  readonly outcome: string;
}

/** The decisions of a path as a linked list, the last one first. */
export interface Path {
  readonly decision: Decision;
  readonly before: Path | undefined;
  readonly length: number;
}

/** The outcomes to which some decisions are limited. Those that are not listed may have any. */
export type Outcomes = ReadonlyMap<Span, ReadonlySet<string>>;

/** How many of the last decisions of a path are kept, to find those that matter among them. */
const maxDecisions = 32;

export function extend(before: Path | undefined, span: Span, outcome: string): Path {
  // A new round of a loop replaces the decision for the round before.
  const rest = before?.decision.span === span ? before.before : before;
  return { decision: { span, outcome }, before: rest, length: pathLength(rest) + 1 };
}

export function lastDecisions(path: Path | undefined): Decision[] {
  const list: Decision[] = [];
  for (let step = path; step !== undefined && list.length < maxDecisions; step = step.before)
    list.push(step.decision);
  return list.reverse();
}

export function pathLength(path: Path | undefined): number {
  return path?.length ?? 0;
}

/** Collects the outcomes of each decision. One in a loop can have several, in different rounds. */
export function outcomesOf(decisions: readonly Decision[]): Outcomes {
  const outcomes = new Map<Span, Set<string>>();
  for (const { span, outcome } of decisions) addTo(outcomes, span, outcome);
  return outcomes;
}
