import type { Expression } from "../../syntax/xpath.js";
import type { Definitions } from "./definitions.js";
import { equations } from "./equations.js";
import { testedSlots } from "./reads.js";
import type { Use } from "./uses.js";

/** A branch that runs where the operand of a condition holds. */
export function whereTrue(operands: readonly Expression[], use: Use, place: Definitions): Definitions {
  const way = place.branch();
  for (const operand of operands) {
    way.assume(testedSlots(operand, use));
    way.equate(equations(operand, "="));
  }
  return way;
}

/** What follows where a condition does not hold: another one, or the rest if its branch has ended. */
export function whereFalse(operands: readonly Expression[], place: Definitions): void {
  for (const operand of operands) place.equate(equations(operand, "!="));
}
