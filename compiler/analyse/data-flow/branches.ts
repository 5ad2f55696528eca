import type { Expression } from "../../syntax/xpath.js";
import type { Definitions } from "./definitions.js";
import { equations } from "./equations.js";
import { testedSlots } from "./reads.js";
import { asksVariables, someVariable, topicsOf } from "./topics.js";
import type { Use } from "./uses.js";

/** Begins a branch that runs only if the operands of a condition are true. */
export function whereTrue(operands: readonly Expression[], use: Use, place: Definitions): Definitions {
  const way = place.branch();
  for (const operand of operands) {
    way.assume(testedSlots(operand, use));
    way.equate(equations(operand, "="));
  }
  way.ask(topicsOf(operands));
  if (asksVariables(operands)) way.ask([someVariable]);
  return way;
}

/**
 * Records at `place` that the operands of a condition are false: in the next `else`, or after a branch that
 * ends the flow.
 */
export function whereFalse(operands: readonly Expression[], place: Definitions): void {
  for (const operand of operands) place.equate(equations(operand, "!="));
  place.ask(topicsOf(operands));
}
