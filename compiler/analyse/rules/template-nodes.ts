import type { FunctionChecker } from "../../language/function-definition.js";
import { commonType, isPrimitive } from "../../syntax/static-type.js";
import type { Template, TemplateExpression } from "../../syntax/template.js";
import { visitTemplate } from "../../syntax/visit-template.js";

/** Proves that loops and pair producers are given nodes. */
export function checkTemplateNodes({ parts }: Template, checker: FunctionChecker): void {
  visitTemplate(parts, {
    value(value, use) {
      if (use === "items" || use === "pairs") needsNodes(value, checker);
    },
  });
}

function needsNodes(value: TemplateExpression, { reporter, typeOf }: FunctionChecker): void {
  const [operand, ...others] = value.operands;
  const found = value.operands.map(typeOf).reduce(commonType);
  if (!isPrimitive(found)) return;
  const variable = others.length === 0 && operand.kind === "variable" ? operand.name : undefined;
  reporter.report(value.span, "xpathNotNodes", { found, variable });
}
