import { functions } from "../../constructs/functions/index.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { VariableTypes } from "../../syntax/static-type.js";
import type { Template } from "../../syntax/template.js";
import { visitTemplate } from "../../syntax/visit-template.js";
import type { Expression } from "../../syntax/xpath.js";
import { staticType } from "../types/static-type.js";

/** Finds operands of `??` that are never null, so that nothing behind them is ever used. */
export function checkDefaults({ parts }: Template, variables: VariableTypes, reporter: Reporter): void {
  visitTemplate(parts, {
    value({ operands }) {
      for (const operand of operands.slice(0, -1)) {
        const type = staticType(operand, variables);
        if (isNever(operand, type)) reporter.report(operand.span, "defaultNeverUsed", { type });
      }
    },
  });
}

/** Whether a value is never null. A number may be NaN, which JSON does not know. */
function isNever(operand: Expression, type: string): boolean {
  if (type === "string" || type === "boolean" || operand.kind === "number") return true;
  return operand.kind === "call" && functions.get(operand.name)?.isFinite === true;
}
