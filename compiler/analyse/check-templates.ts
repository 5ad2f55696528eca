import type { Reporter } from "../diagnostics/reporter.js";
import type { TemplateExpression, TemplatePart } from "../syntax/template.js";
import { templateType } from "./types.js";

/** Proves that loops and pair producers are given nodes. */
export function checkTemplateNodes(parts: readonly TemplatePart[], reporter: Reporter): void {
  for (const part of parts) {
    switch (part.kind) {
      case "pairs":
        needsNodes(part.value, reporter);
        break;
      case "loop":
        needsNodes(part.over, reporter);
        checkTemplateNodes(part.parts, reporter);
        break;
      case "if":
        for (const branch of part.branches) checkTemplateNodes(branch.parts, reporter);
        checkTemplateNodes(part.otherwise ?? [], reporter);
        break;
      case "with":
        checkTemplateNodes(part.parts, reporter);
        checkTemplateNodes(part.otherwise ?? [], reporter);
        break;
      default:
        break;
    }
  }
}

function needsNodes(value: TemplateExpression, reporter: Reporter): void {
  const found = templateType(value);
  if (found !== "nodes" && found !== "any") reporter.report(value.span, "xpathNotNodes", { found });
}
