import type { Span } from "../../source/source-text.js";

export interface Decision {
  readonly span: Span;
  readonly outcome: string;
}

/** The decisions of a path, the last one first. */
export interface Path {
  readonly decision: Decision;
  readonly before: Path | undefined;
  readonly length: number;
}

/** The outcomes that decisions may have, where not any will do. */
export type Outcomes = ReadonlyMap<Span, ReadonlySet<string>>;

/** Decisions of a path among which those that matter are looked for. */
const maxDecisions = 32;

export function extend(before: Path | undefined, span: Span, outcome: string): Path {
  // Another round of the same loop replaces what was said of the round before.
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

/** In several rounds of a loop, one place can have several outcomes. */
export function outcomesOf(decisions: readonly Decision[]): Outcomes {
  const outcomes = new Map<Span, Set<string>>();
  for (const { span, outcome } of decisions) {
    const known = outcomes.get(span);
    if (known === undefined) outcomes.set(span, new Set([outcome]));
    else known.add(outcome);
  }
  return outcomes;
}
