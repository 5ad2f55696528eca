import type { MemberProblem, WholeValues } from "./body-differences.js";

/** Why a difference is none that matters. */
export type Explanation = "decision" | "noise" | "rule";

export type DifferenceClass =
  | "old-failed"
  | "new-failed"
  | "status"
  | "field"
  | `body-member-${MemberProblem}`
  | `upstream-request-${"missing" | "extra" | "changed" | "order"}`;

/** A place in the flow directory. */
export interface Place {
  readonly file: string;
  /** Of the statement, from 1. */
  readonly line: number;
  /** The element of the statement; empty if it is none. */
  readonly name: string;
}

/** A difference of one exchange. */
export interface Difference {
  readonly class: DifferenceClass;
  /** The member, the field, or the upstream request. */
  readonly what: string;
  /** The part of it that differs: a cookie, its attribute, a parameter. */
  readonly detail?: string;
  /** As reports show it, which cut it; empty if there is none. So is the other one. */
  readonly was: string;
  readonly is: string;
  readonly whole?: WholeValues;
}

/** A difference with its cause. */
export interface FoundDifference extends Difference {
  readonly place: Place | undefined;
  /** `undefined` if nothing explains it. */
  readonly explanation: Explanation | undefined;
  /** Of the decision. */
  readonly decision?: string;
  /** Of the rule, or the title of the decision. */
  readonly reason?: string;
  /** Decisions about the file of the statement that may be the cause: nothing that was seen can tell. */
  readonly perhaps?: readonly string[];
}
