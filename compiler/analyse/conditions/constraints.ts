import { parseNumber } from "../../../runtime/data/model/string-value.js";
import { compare } from "../../../runtime/data/xpath/compare.js";
import type { Comparison } from "../../syntax/xpath.js";

/** A comparison of some value with a constant. */
export interface Constraint {
  readonly operator: Comparison;
  readonly constant: string | number;
}

/** The facts known of the value that is compared. */
interface Subject {
  readonly isNumber: boolean;
  /** It is never more than one node. */
  readonly isSingle: boolean;
  /** It is a node-set, so there may be nothing. */
  readonly mayBeMissing: boolean;
}

/**
 * How a comparison goes where it is known how another one of the same value went; `undefined` if it may go either
 * way. `ifPresent`: true for each value, but not where there is none.
 */
export function decide(
  asked: Constraint,
  known: Constraint & { readonly holds: boolean },
  subject: Subject,
): boolean | "ifPresent" | undefined {
  const { holds } = known;
  const possible = valuesAround([asked.constant, known.constant], subject.isNumber).filter(
    (value) => compare(value, known.operator, known.constant) === holds,
  );
  const outcome = (value: string | number) => compare(value, asked.operator, asked.constant);
  const outcomes = new Set(possible.map(outcome));
  // Where no comparison is true of what is no number, numbers alone tell.
  if (outcomes.size === 2 && !holds && possible.filter(isNumeric).every(outcome)) return "ifPresent";
  if (outcomes.size !== 1) return undefined;
  // Of several nodes, one may meet the one comparison, and another one the other.
  if (outcomes.has(false)) return holds && !subject.isSingle ? undefined : false;
  return !holds && subject.mayBeMissing ? "ifPresent" : true;
}

function isNumeric(value: string | number): boolean {
  return !Number.isNaN(typeof value === "number" ? value : parseNumber(value));
}

/** Values of all kinds that comparisons with these constants can tell from each other. */
function valuesAround(
  constants: readonly (string | number)[],
  isNumber: boolean,
): readonly (string | number)[] {
  const numbers = constants.map((one) => (typeof one === "number" ? one : parseNumber(one)));
  const finite = [...new Set(numbers.filter(Number.isFinite))].sort((a, b) => a - b);
  const between = finite.map((number, index) => {
    const next = finite[index + 1];
    return next === undefined ? number + 1 : (number + next) / 2;
  });
  const all = [...finite, ...between, (finite[0] ?? 0) - 1];
  if (isNumber) return [...all, Number.NaN];
  // The same number may be written in several ways.
  const texts = all.flatMap((number) => [String(number), ` ${number}`]);
  return [...texts, ...constants.map(String), ...constants.map((one) => `${one}…`), ""];
}
