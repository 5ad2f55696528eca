import type { FunctionChecker } from "../../constructs/function.js";
import type { TemplateExpression, TemplatePart } from "../../syntax/template.js";
import { isPrimitive, templateType } from "../types/static-type.js";

/** Proves that loops and pair producers are given nodes. */
export function checkTemplateNodes(parts: readonly TemplatePart[], checker: FunctionChecker): void {
  for (const part of parts) {
    switch (part.kind) {
      case "pairs":
        needsNodes(part.value, checker);
        break;
      case "loop":
        needsNodes(part.over, checker);
        checkTemplateNodes(part.parts, checker);
        break;
      case "if":
        for (const branch of part.branches) checkTemplateNodes(branch.parts, checker);
        checkTemplateNodes(part.otherwise ?? [], checker);
        break;
      case "with":
        checkTemplateNodes(part.parts, checker);
        checkTemplateNodes(part.otherwise ?? [], checker);
        break;
      default:
        break;
    }
  }
}

function needsNodes(value: TemplateExpression, { reporter, variables }: FunctionChecker): void {
  const [operand, ...others] = value.operands;
  const found = templateType(value, variables);
  if (!isPrimitive(found)) return;
  const variable = others.length === 0 && operand.kind === "variable" ? operand.name : undefined;
  reporter.report(value.span, "xpathNotNodes", { found, variable });
}
