import type { TokenPart } from "../../syntax/json-tokens.js";
import type { VariableTypes } from "../../syntax/static-type.js";
import { isDefinition, visitTemplate } from "../../syntax/visit-template.js";
import { irreducible } from "./irreducible.js";
import { PathChecker, type PathFailure } from "./path-checker.js";
import { type Decision, outcomesOf } from "./path-decisions.js";

/**
 * Finds out on which paths through its conditions a template yields JSON, and which decisions lead to each
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
    isEmpty: parts.every(isDefinition),
    isComplete,
  };
}

interface PathReport {
  /** One failure for each place and reason, with the shortest path to it. */
  readonly failures: readonly PathFailure[];
  readonly canSucceed: boolean;
  /** The template has nothing but variable definitions, so it yields nothing on purpose. */
  readonly isEmpty: boolean;
  /** Tells whether all paths were followed. */
  readonly isComplete: boolean;
}

/** The limit for nested loops: their inner parts are visited again for every state of the outer ones. */
const maxStepsPerPart = 1000;
/** The limit for finding the decisions that matter: each guess visits the whole template again. */
const maxStepsToExplain = 100;

/**
 * Reduces the decisions of each failure to those that together rule out JSON. Stops, and leaves the rest as
 * they are, when no steps are left.
 */
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
