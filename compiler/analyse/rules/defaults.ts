import { functions } from "../../constructs/functions/index.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import { textOf } from "../../source/source-text.js";
import { type Expression, isComparison } from "../../syntax/xpath.js";
import type { FlowRule } from "./rule.js";

/** Finds operands of `??` that are never null, so that nothing behind them is ever used. */
export const defaults: FlowRule = ({ typeOf, reporter }) => ({
  templateValue({ operands }) {
    for (const operand of operands.slice(0, -1)) {
      const type = typeOf(operand);
      if (isNever(operand, type)) reporter.report(operand.span, "defaultNeverUsed", { type });
    }
    for (const operand of operands.slice(1)) checkLoose(operand, reporter);
  },
});

/** Reports an operator behind the default: `a ?? "" = ""` takes `"" = ""` for it. */
function checkLoose(operand: Expression, reporter: Reporter): void {
  if (operand.kind !== "binary") return;
  const { left, operator, right } = operand;
  const first = left.kind === "binary" ? left.left : left;
  if (first.kind !== "literal" && first.kind !== "number") return;
  const isSum = !isComparison(operator) && operator !== "and" && operator !== "or";
  if (isSum && right.kind !== "literal" && right.kind !== "number") return;
  reporter.report(operand.span, "looseDefault", { operator, default: textOf(first.span) });
}

/** A number may be NaN, which JSON does not know: it becomes null. */
function isNever(operand: Expression, type: string): boolean {
  if (type === "string" || type === "boolean" || operand.kind === "number") return true;
  return operand.kind === "call" && functions.get(operand.name)?.isFinite === true;
}
