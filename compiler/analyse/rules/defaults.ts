import { functions } from "../../constructs/functions/index.js";
import type { Expression } from "../../syntax/xpath.js";
import type { FlowRule } from "./rule.js";

/** Finds operands of `??` that are never null, so that nothing behind them is ever used. */
export const defaults: FlowRule = ({ typeOf, reporter }) => ({
  templateValue({ operands }) {
    for (const operand of operands.slice(0, -1)) {
      const type = typeOf(operand);
      if (isNever(operand, type)) reporter.report(operand.span, "defaultNeverUsed", { type });
    }
  },
});

/** A number may be NaN, which JSON does not know: it becomes null. */
function isNever(operand: Expression, type: string): boolean {
  if (type === "string" || type === "boolean" || operand.kind === "number") return true;
  return operand.kind === "call" && functions.get(operand.name)?.isFinite === true;
}
