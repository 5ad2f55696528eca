import type { TokenPart } from "../../syntax/json-tokens.js";
import type { VariableTypes } from "../../syntax/static-type.js";
import { visitTemplate } from "../../syntax/visit-template.js";
import { irreducible } from "./irreducible.js";
import { PathChecker, type PathFailure } from "./path-checker.js";
import { type Decision, outcomesOf } from "./path-decisions.js";

/**
 * Proves of a template on which paths through its conditions it yields JSON, and says which decisions lead to each
 * failure.
 */
export function checkPaths(parts: readonly TokenPart[], variables: VariableTypes): PathReport {
  const size = countParts(parts) + 10;
  const checker = new PathChecker(maxStepsPerPart * size, variables);
  const canSucceed = checker.canSucceed(parts);
  const isComplete = !checker.overflowed;
  const { failures } = checker;
  return {
    failures: canSucceed && isComplete ? explained(failures, parts, size, variables) : failures,
    canSucceed,
    isEmpty: parts.every((part) => part.kind === "define"),
    isComplete,
  };
}

export interface PathReport {
  /** One per place and reason, on the shortest path there. */
  readonly failures: readonly PathFailure[];
  readonly canSucceed: boolean;
  /** Only variable definitions: the template yields nothing on purpose. */
  readonly isEmpty: boolean;
  /** Whether all paths were followed. */
  readonly isComplete: boolean;
}

/** What nested loops may cost, whose inner parts are visited again for every state of the outer ones. */
const maxStepsPerPart = 1000;
/** What finding the decisions that matter may cost: the template is gone through again for each guess. */
const maxStepsToExplain = 100;

/** The failures with only as many decisions as no path to JSON makes together, as long as there are steps left for finding them. */
function explained(
  failures: readonly PathFailure[],
  parts: readonly TokenPart[],
  size: number,
  variables: VariableTypes,
): readonly PathFailure[] {
  let stepsLeft = maxStepsToExplain * size;
  const alwaysFails = (decisions: readonly Decision[]): boolean => {
    const checker = new PathChecker(stepsLeft, variables, outcomesOf(decisions));
    const canSucceed = checker.canSucceed(parts);
    stepsLeft = checker.stepsLeft;
    return !canSucceed && !checker.overflowed;
  };
  return failures.map((failure) =>
    stepsLeft < 0 ? failure : { ...failure, decisions: irreducible(failure.decisions, alwaysFails) },
  );
}

function countParts(parts: readonly TokenPart[]): number {
  let count = 0;
  visitTemplate(parts, { part: () => count++ });
  return count;
}
